import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface EmptyStateProps {
  /** Without one there is no arch: for a search that finds nothing. */
  icon?: LucideIcon | undefined;
  title: ReactNode;
  /** One sentence. */
  children?: ReactNode;
  /** The one Button that is the next step. */
  action?: ReactNode;
  /** Of the heading, so that a page's order has no gap. */
  level?: 2 | 3 | undefined;
}

export function EmptyState({ icon, title, children, action, level = 3 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="empty">
      {icon && (
        <div className="arch">
          <Icon of={icon} size="l" />
        </div>
      )}
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
