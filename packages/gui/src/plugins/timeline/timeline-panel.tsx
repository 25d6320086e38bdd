import { GitBranch, History, Maximize2, SlidersHorizontal } from "lucide-react";
import { useRef, useState, type RefObject } from "react";
import { useApp, useTold, useValue } from "../../shell/hooks.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Popover } from "../../ui/popover.tsx";
import { branchesOf } from "./branches.ts";
import { useUndoControl } from "../undo/api.ts";
import { GO_TO_ICON, GO_TO_KEYS, isGoToOpen } from "./go-to-command.ts";
import { GoToForm } from "./go-to-form.tsx";
import { HistoryForm } from "./history-form.tsx";
import { LogCaption } from "./log-caption.tsx";
import { TimelineStage } from "./timeline-stage.tsx";
import type { TimelineSurface } from "./timeline-surface.ts";
import { bareText } from "./past-words.ts";
import { tip } from "../../ui/tip.ts";

/** Shows simulated time, with everything that was done along it. */
export function TimelinePanel() {
  const { view } = useApp();
  const { editing } = view;
  const waiting = useValue(editing.queue.entries).length;
  const control = useUndoControl();
  const past = useTold(control.changes, () => control.past);
  const refusal = useTold(control.changes, () => control.authors.refusal());
  const isConnected = useValue(view.client) !== undefined;
  const surface = useRef<TimelineSurface>(null);
  if (past === undefined) {
    return (
      <EmptyState icon={History} title={isConnected ? "This world keeps no history" : "There is no connection"}>
        Changes to the world appear here on its timeline, and can be undone.
      </EmptyState>
    );
  }
  if (!past.isOn) return <HistoryOff />;
  const isBare = past.stretches.length === 1 && past.stretches[0]!.marks.length === 0;
  return (
    <div className="timeline">
      <TimelineTools surface={surface} />
      <div className="timeline-main">
        <TimelineStage surface={surface} />
        {past.log !== "" && <LogCaption past={past} />}
      </div>
      {isBare && past.log === "" && <p className="timeline-hint muted">{bareText(waiting, refusal)}</p>}
    </div>
  );
}

function TimelineTools({ surface }: { readonly surface: RefObject<TimelineSurface | null> }) {
  const control = useUndoControl();
  const past = useTold(control.changes, () => control.past);
  const [open, setOpen] = useState<"branches" | "settings">();
  const isTyping = useValue(isGoToOpen);
  const [tools, setTools] = useState<HTMLDivElement | null>(null);
  const close = (): void => setOpen(undefined);
  const branches = open === "branches" && surface.current ? branchesOf(surface.current.lines) : [];
  const hasBranches =
    past !== undefined && past.stretches.some(({ id }) => id !== past.present) && past.stretches.length > 1;
  return (
    <div ref={setTools} className="timeline-tools" role="toolbar" aria-label="Timeline" aria-orientation="vertical">
      <IconButton
        icon={Maximize2}
        title="Show all of it, or the last minute"
        keys="F"
        isPlain
        onClick={() => surface.current?.fit()}
      />
      <IconButton
        icon={GO_TO_ICON}
        title="Go to time…"
        keys={GO_TO_KEYS}
        opens="dialog"
        isOpen={isTyping}
        obstacle={control.whyNoGoing}
        isPlain
        onClick={() => isGoToOpen.set(!isTyping)}
      />
      {!control.isLog && (
        <>
          <IconButton
            icon={GitBranch}
            title="Branches"
            opens="menu"
            isOpen={open === "branches"}
            isDisabled={!hasBranches || control.obstacle !== undefined}
            isPlain
            onClick={() => setOpen(open === "branches" ? undefined : "branches")}
          />
          <IconButton
            icon={SlidersHorizontal}
            title="History settings"
            opens="dialog"
            isOpen={open === "settings"}
            isPlain
            onClick={() => setOpen(open === "settings" ? undefined : "settings")}
          />
        </>
      )}
      {isTyping && tools && (
        <Popover anchor={tools} clearOf={groupOf(tools)} onClose={closeGoTo}>
          <GoToForm onDone={closeGoTo} />
        </Popover>
      )}
      {open === "branches" && tools && (
        <Menu
          label="Go to the end of a branch"
          isTitled
          anchor={tools}
          clearOf={groupOf(tools)}
          items={branches.map(({ title, target }) => ({
            id: target.id,
            title,
            icon: <GitBranch />,
            run: () => surface.current?.seeker.seek(target),
          }))}
          onClose={close}
        />
      )}
      {open === "settings" && tools && (
        <Popover anchor={tools} clearOf={groupOf(tools)} onClose={close}>
          <HistoryForm />
        </Popover>
      )}
    </div>
  );
}

function closeGoTo(): void {
  isGoToOpen.set(false);
}

/** Returns the group that has the tabs above the panel. */
function groupOf(element: Element): Element | null {
  return element.closest(".dv-groupview");
}

function HistoryOff() {
  const { commands } = useApp();
  const { history } = useApp().view;
  const control = useUndoControl();
  const refusal = useTold(control.changes, () => control.authors.refusal());
  return (
    <EmptyState icon={History} title="History is off">
      <p>Changes are not remembered, so nothing can be undone.</p>
      <button
        type="button"
        className="text"
        disabled={refusal !== undefined}
        {...tip(refusal)}
        onClick={() =>
          commands.perform({
            id: "history.on",
            title: "Switch history on",
            run: () => history.configure({ enabled: true }),
          })
        }
      >
        Switch it on
      </button>
    </EmptyState>
  );
}
