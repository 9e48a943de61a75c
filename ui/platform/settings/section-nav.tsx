import { classes } from "#ui/kit/classes.ts";
import { Select } from "#ui/kit/select.tsx";
import { SECTIONS } from "./sections.ts";
import { useCurrentSection } from "./use-current-section.ts";

const LINK =
  "block rounded-sm px-2.5 py-[5px] text-sm leading-[18px] hover:bg-hover aria-[current]:bg-select aria-[current]:font-label";

/** Next to the cards. */
export function SectionList() {
  const { current, goTo } = useCurrentSection();
  return (
    <nav
      className="sticky top-0 self-start @max-[720px]/page:hidden"
      aria-label="Settings sections"
    >
      {SECTIONS.map(({ id, title }) => (
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
export function SectionSelect() {
  const { current, goTo } = useCurrentSection();
  return (
    <Select
      className="@min-[720px]/page:hidden"
      aria-label="Section"
      value={current}
      onValueChange={goTo}
      options={SECTIONS.map(({ id, title }) => ({ value: id, label: title }))}
    />
  );
}
