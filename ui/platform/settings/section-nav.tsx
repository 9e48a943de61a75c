import { classes } from "#ui/kit/classes.ts";
import { Select } from "#ui/kit/select.tsx";
import { type GroupId, sectionsOf } from "./sections.ts";
import { useCurrentSection } from "./use-current-section.ts";

const LINK =
  "block rounded-sm px-2.5 py-[5px] text-sm leading-[18px] hover:bg-hover aria-[current]:bg-select aria-[current]:font-label";

export function SectionList({ group }: { group: GroupId }) {
  const { current, goTo } = useCurrentSection(group);
  return (
    <nav
      className="sticky top-0 self-start @max-[760px]/page:hidden"
      aria-label="Settings sections"
    >
      {sectionsOf(group).map(({ id, title }) => (
        <a
          key={id}
          href={`#${id}`}
          className={classes(
            LINK,
            id === "clear-appointments" ? "text-bad-ink" : "text-ink-2 aria-[current]:text-ink",
          )}
          aria-current={id === current ? "true" : undefined}
          onClick={(event) => {
            event.preventDefault();
            goTo(id);
          }}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

/** Above the cards, on narrow screens. */
export function SectionSelect({ group }: { group: GroupId }) {
  const { current, goTo } = useCurrentSection(group);
  return (
    <Select
      className="@min-[760px]/page:hidden"
      aria-label="Section"
      value={current}
      onValueChange={goTo}
      options={sectionsOf(group).map(({ id, title }) => ({ value: id, label: title }))}
    />
  );
}
