import { Link } from "wouter";
import type { AutomaticTextId } from "#src/calendar/automatic-texts/texts-contract.ts";

/** Leads to the same text with its preview, clients and results. */
export function AutomaticTextLink({ id }: { id: AutomaticTextId }) {
  return (
    <Link href={`/campaigns/automatic/${id}`} className="link sm">
      Preview and Results
    </Link>
  );
}
