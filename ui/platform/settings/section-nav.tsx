import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import {
  GROUPS,
  type GroupId,
  type Section,
  type SectionId,
  sectionsOf,
  settingsHref,
} from "./sections.ts";

const LINK =
  "block rounded-sm px-2.5 py-[5px] text-base leading-[18px] hover:bg-hover aria-[current]:bg-select aria-[current]:font-label";

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

/** In place of the list, and on a phone of the tabs: leads to the sections of every group. */
export function SectionSelect({ group }: { group: GroupId }) {
  const { current, goTo } = useCurrentSection(group);
  const [, navigate] = useLocation();
  return (
    <div className="select hidden! flex-[1_1_180px]! @max-[760px]/page:block! phone:basis-full!">
      <select
        className="input"
        aria-label="Section"
        value={current}
        onChange={({ currentTarget: { value } }) => {
          const section = sectionsOf(group).find(({ id }) => id === value);
          if (section) goTo(section.id);
          else navigate(settingsHref(value));
        }}
      >
        {GROUPS.map(({ id, title }) => (
          <optgroup key={id} label={title}>
            {sectionsOf(id).map((section) => (
              <option key={section.id} value={section.id}>
                {section.title}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Icon of={ChevronsUpDown} />
    </div>
  );
}

/** A section is current once its head is this near the top of the page. */
const HEAD_PX = 120;

/** Follows scrolling. The last sections, which never reach the top, become current when chosen. */
function useCurrentSection(group: GroupId) {
  const first = sectionsOf(group)[0]?.id ?? "business";
  const [current, setCurrent] = useState<SectionId>(first);
  const chosen = useRef(false);

  useEffect(() => {
    const page = document.getElementById(first)?.closest(".page");
    if (!page) return;
    const follow = () => {
      if (!chosen.current) setCurrent(sectionAt(page, sectionsOf(group)) ?? first);
      chosen.current = false;
    };
    page.addEventListener("scroll", follow, { passive: true });
    return () => page.removeEventListener("scroll", follow);
  }, [group, first]);

  return {
    current,
    goTo(id: SectionId) {
      const page = document.getElementById(id)?.closest(".page");
      const before = page?.scrollTop;
      setCurrent(id);
      document.getElementById(id)?.scrollIntoView();
      // Ignores the scroll event that the jump itself causes.
      chosen.current = page?.scrollTop !== before;
    },
  };
}

function sectionAt(page: Element, sections: readonly Section[]): SectionId | undefined {
  const top = page.getBoundingClientRect().top + HEAD_PX;
  const atEnd = page.scrollTop + page.clientHeight >= page.scrollHeight - 2;
  const passed = sections.filter(({ id }) => {
    const section = document.getElementById(id);
    return section && (atEnd || section.getBoundingClientRect().top <= top);
  });
  return passed.at(-1)?.id;
}
