import { SectionCard } from "./section-card.tsx";
import { SECTIONS, type SectionId } from "./sections.ts";

/** Where cards stand whose code is on its way: the list beside them leads there already. */
export function LazyPlaceholder({ from, until }: { from: SectionId; until: SectionId }) {
  const ids = SECTIONS.map(({ id }) => id);
  return ids.slice(ids.indexOf(from), ids.indexOf(until) + 1).map((id) => (
    <SectionCard key={id} id={id}>
      <div className="h-40" aria-busy="true" />
    </SectionCard>
  ));
}
