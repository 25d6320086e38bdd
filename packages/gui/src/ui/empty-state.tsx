import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export interface EmptyStateProps {
  readonly icon?: LucideIcon;
  /** What would be here. */
  readonly title: string;
  /** How to get it. */
  readonly children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {Icon !== undefined && <Icon />}
      <p>{title}</p>
      {children !== undefined && <div className="muted">{children}</div>}
    </div>
  );
}
