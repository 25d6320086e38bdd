import type { orrery } from "@orrery/msgs";
import { useApp, useTold, useValue } from "../../shell/hooks.ts";
import { EntryForm } from "../../ui/entry-form.tsx";
import { bytesText } from "../../ui/numbers/figures.ts";
import { asksBeforeUndo } from "../undo/api.ts";
import { useUndoControl } from "../undo/api.ts";
import { parseBytes, parseLimit } from "./limits-entry.ts";
import { settingsQuestion } from "./settings-words.ts";

/** Shows the settings of the history: what is kept, for everybody, and what this person is asked. */
export function HistoryForm() {
  const { commands, questions } = useApp();
  const { history } = useApp().view;
  const control = useUndoControl();
  const past = useTold(control.changes, () => control.past);
  const refusal = useTold(control.changes, () => control.authors.refusal());
  const asks = useValue(asksBeforeUndo);
  if (past === undefined) return null;
  const { isOn, bytes, byteLimit, commandLimit, undo } = past;
  const isDisabled = refusal !== undefined;
  const set = (title: string, settings: orrery.HistorySettings): void =>
    commands.perform({
      id: "history.configure",
      title,
      run: async () => {
        const wanted = { enabled: isOn, ...settings };
        const question = settingsQuestion(past, wanted);
        if (question !== undefined && (await questions.confirm(question)) === undefined) return;
        await history.configure(wanted);
      },
    });
  return (
    <div className="history-form" role="dialog" aria-label="History settings">
      <label>
        <input
          type="checkbox"
          checked={isOn}
          disabled={isDisabled}
          onChange={(event) => set("Switch history", { enabled: event.target.checked })}
        />
        Keep the past, for everybody in this world
      </label>
      <p className="muted">
        {bytesText(bytes)} of {bytesText(byteLimit)}, {undo.length} of {commandLimit} commands can be undone
      </p>
      <EntryForm
        label="Memory"
        placeholder={bytesText(byteLimit)}
        verb="Set"
        isDisabled={isDisabled || !isOn}
        parse={parseBytes}
        onEnter={(byte_limit) => set("Limit the memory of the history", { byte_limit })}
      />
      <EntryForm
        label="Commands"
        placeholder={String(commandLimit)}
        verb="Set"
        isDisabled={isDisabled || !isOn}
        parse={parseLimit}
        onEnter={(command_limit) => set("Limit the commands of the history", { command_limit })}
      />
      {refusal !== undefined && <p className="muted">These cannot be changed: {refusal}</p>}
      <label>
        <input type="checkbox" checked={asks} onChange={(event) => asksBeforeUndo.set(event.target.checked)} />
        Ask before undoing others’ commands
      </label>
    </div>
  );
}
