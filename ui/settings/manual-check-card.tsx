import { useLate } from "#ui/kit/late.ts";
import { SectionCard } from "./section-card.tsx";

// The last card of a long page: its code comes when the page stands.
const loadCheck = async () => (await import("./manual-check.tsx")).ManualCheck;

/** Outside the form: it saves nothing. */
export function ManualCheckCard() {
  const Check = useLate(true, loadCheck, () => undefined);
  return <SectionCard id="manual-check">{Check ? <Check /> : <p className="h-22" />}</SectionCard>;
}
