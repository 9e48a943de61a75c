import { useEffect, useRef, useState } from "react";
import { type GroupId, type Section, type SectionId, sectionsOf } from "./sections.ts";

/** A section is current once its head is this near the top of the page. */
const HEAD_PX = 120;

/** Follows scrolling. The last sections, which never reach the top, become current when chosen. */
export function useCurrentSection(group: GroupId) {
  const first = sectionsOf(group)[0]?.id ?? "connections";
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
