import ArrowRight from "lucide-react/icons/arrow-right";
import type { ContactUpdate } from "#src/clients/contact-updates/contract.ts";
import { Icon } from "#ui/kit/icon.tsx";

export function newNameOf({
  firstName,
  lastName,
}: Pick<ContactUpdate, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}

/** What the contact has now, and what it gets, whole: they may differ in the last letter. */
export function Becomes({ className, from, to }: { className: string; from: string; to: string }) {
  if (from === to) return <span className={`${className} block wrap-anywhere`}>{from}</span>;
  return (
    <span className={`${className} flex flex-wrap items-center gap-x-1.5 min-w-0`}>
      <span className="min-w-0 wrap-anywhere text-ink-3">{from}</span>
      <span className="flex min-w-0 items-center gap-1.5">
        <Icon of={ArrowRight} size="s" className="flex-none text-ink-3" />
        <span className="sr">becomes</span>
        <span className="min-w-0 wrap-anywhere text-ink">{to}</span>
      </span>
    </span>
  );
}
