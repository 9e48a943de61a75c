import type { LucideIcon } from "lucide-react";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface ChipProps {
  icon?: LucideIcon | undefined;
  onClick?: (() => void) | undefined;
  /** A filter that is on or off. */
  pressed?: boolean | undefined;
  children: ReactNode;
}

export function Chip({ icon, onClick, pressed, children }: ChipProps) {
  const content = (
    <>
      {icon && <Icon of={icon} size="s" />}
      {children}
    </>
  );
  if (!onClick) return <span className="chip">{content}</span>;

  return (
    <button type="button" className="chip" onClick={onClick} aria-pressed={pressed}>
      {content}
    </button>
  );
}

export function RemovableChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className="chip">
      {label}
      <button type="button" onClick={onRemove} aria-label={`Remove ${label}`}>
        <Icon of={X} size="s" />
      </button>
    </span>
  );
}
