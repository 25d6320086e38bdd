import { use } from "react";
import { useApp } from "../../shell/hooks.ts";
import { Switch as SwitchButton } from "../../ui/switch.tsx";
import { useHeld } from "../../ui/use-held.ts";
import { EditContext } from "./edit-context.ts";
import { FoldingGroup } from "./folding-group.tsx";
import { planSwitch, type Switch } from "./switches.ts";
import { tip } from "../../ui/tip.ts";

/** Shows Boolean properties as switches. */
export function SwitchGroup({ switches }: { readonly switches: readonly Switch[] }) {
  return (
    <FoldingGroup title="Behaviour">
      <div className="component">
        {switches.map((each) => (
          <SwitchRow key={each.name} {...each} />
        ))}
      </div>
    </FoldingGroup>
  );
}

function SwitchRow({ title, hint, name, isOn }: Switch) {
  const { view } = useApp();
  const editor = use(EditContext);
  const [shown, hold] = useHeld(isOn);
  const flip = async (wanted: boolean): Promise<boolean> => {
    const planned = planSwitch(view.mirror.world, editor!.entities, name, wanted);
    return editor!.perform(planned, `switch ${title.toLowerCase()}`);
  };
  return (
    <div className="field-row" data-component={name}>
      <span className="field-label" {...tip(`${hint}\n${name}`, { isLate: true })}>
        {title}
      </span>
      <div className="field-value">
        <SwitchButton
          label={title}
          isOn={shown}
          title={hint}
          isDisabled={editor === undefined}
          onChange={(wanted) => hold(wanted, flip(wanted))}
        />
      </div>
    </div>
  );
}
