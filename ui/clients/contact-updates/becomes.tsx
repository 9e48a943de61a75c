import ArrowRight from "lucide-react/icons/arrow-right";
import { Icon } from "#ui/kit/icon.tsx";

/** What the contact has now, and what it gets. */
export function Becomes({ className, from, to }: { className: string; from: string; to: string }) {
  if (from === to) return <span className={`${className} clip block`}>{from}</span>;
  return (
    <span className={`${className} flex items-center gap-2 min-w-0 flex-wrap gap-x-1.5 gap-y-0`}>
      <span className="clip text-ink-3">{from}</span>
      <Icon of={ArrowRight} size="s" className="text-ink-3" />
      <span className="sr">becomes</span>
      <span className="clip text-ink">{to}</span>
    </span>
  );
}
