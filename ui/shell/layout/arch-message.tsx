import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "#ui/kit/icon.tsx";

interface ArchMessageProps {
  icon: LucideIcon;
  title: string;
  /** 1 if no bar above has the page's heading. */
  level: 1 | 2;
  children: ReactNode;
}

export function ArchMessage({ icon, title, level, children }: ArchMessageProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className="grid flex-1 place-items-center p-4">
      <section className="empty w-full max-w-105">
        <span className="arch big">
          <Icon of={icon} size="l" />
        </span>
        <Heading className="mt-2 font-display font-normal text-figure text-ink">{title}</Heading>
        {children}
      </section>
    </div>
  );
}
