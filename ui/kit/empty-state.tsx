import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface EmptyStateProps {
  /** Omitted for a search without results, which shows no arch. */
  icon?: LucideIcon | undefined;
  title: ReactNode;
  /** One sentence. */
  children?: ReactNode;
  /** The one Button that is the next step. */
  action?: ReactNode;
  /** The heading's level, so that the page's outline has no gap. */
  level?: 2 | 3 | undefined;
}

export function EmptyState({ icon, title, children, action, level = 2 }: EmptyStateProps) {
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
