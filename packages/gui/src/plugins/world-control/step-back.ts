import { StepBack } from "lucide-react";
import { whyNoControl } from "../../client/may-edit.ts";
import type { WorldApp } from "../../shell/app.ts";

export const PREVIOUS_SAMPLE = "Go to the previous sample";

/** Offers a command while a log is played; a running world goes back along its timeline instead. */
export function offerStepBack({ commands, view }: WorldApp): Disposable {
  let offered: Disposable | undefined;
  const offer = (log: string): void => {
    offered?.[Symbol.dispose]();
    offered = undefined;
    if (log === "") return;
    offered = commands.add({
      menu: "World",
      group: "time",
      id: "world.step-back",
      title: PREVIOUS_SAMPLE,
      icon: StepBack,
      keys: ",",
      whyNot: () => whyNoControl(view),
      run: () => view.client.current?.stepBack(),
    });
  };
  const listening = view.history.log.changes.on(offer);
  offer(view.history.log.current);
  return {
    [Symbol.dispose]: () => {
      listening[Symbol.dispose]();
      offered?.[Symbol.dispose]();
    },
  };
}
