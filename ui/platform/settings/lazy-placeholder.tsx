import { SectionCard } from "./section-card.tsx";
import { SECTIONS, type SectionId } from "./sections.ts";

/** Placeholders for cards whose code is loading, because the section list already links to them. */
export function LazyPlaceholder({ from, until }: { from: SectionId; until: SectionId }) {
  const ids = SECTIONS.map(({ id }) => id);
  return ids.slice(ids.indexOf(from), ids.indexOf(until) + 1).map((id) => (
    <SectionCard key={id} id={id}>
      <div className="h-40" aria-busy="true" />
    </SectionCard>
  ));
}
