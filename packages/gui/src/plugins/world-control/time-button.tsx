import type { LucideIcon } from "lucide-react";
import { useApp } from "../../shell/hooks.ts";
import { useWhyNoControl } from "../../shell/use-may-edit.ts";
import { IconButton } from "../../ui/icon-button.tsx";

interface TimeButtonProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly keys: string;
  /** The id of the command to run. */
  readonly command: string;
}

/** Runs a command for time, or says why this page may not. */
export function TimeButton({ icon, title, keys, command }: TimeButtonProps) {
  const { commands } = useApp();
  const obstacle = useWhyNoControl();
  return <IconButton icon={icon} title={title} keys={keys} obstacle={obstacle} onClick={() => commands.run(command)} />;
}
