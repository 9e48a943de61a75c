import { useEffect, useRef, useState } from "react";
import { SECTIONS, type SectionId } from "./sections.ts";

/** A section counts as read once its head is this near to the top of the page. */
const HEAD_PX = 120;

/** Follows the scrolling; the sections at the end, which never reach the top, by being chosen. */
export function useCurrentSection() {
  const [current, setCurrent] = useState<SectionId>("connections");
  const chosen = useRef(false);

  useEffect(() => {
    const page = document.getElementById("connections")?.closest(".page");
    if (!page) return;
    const follow = () => {
      if (!chosen.current) setCurrent(sectionAt(page));
      chosen.current = false;
    };
    page.addEventListener("scroll", follow, { passive: true });
    return () => page.removeEventListener("scroll", follow);
  }, []);

  return {
    current,
    goTo(id: SectionId) {
      const page = document.getElementById(id)?.closest(".page");
      const before = page?.scrollTop;
      setCurrent(id);
      document.getElementById(id)?.scrollIntoView();
      // The jump's own scroll event comes later, if it moved at all.
      chosen.current = page?.scrollTop !== before;
    },
  };
}

function sectionAt(page: Element): SectionId {
  const top = page.getBoundingClientRect().top + HEAD_PX;
  const atEnd = page.scrollTop + page.clientHeight >= page.scrollHeight - 2;
  const passed = SECTIONS.filter(({ id }) => {
    const section = document.getElementById(id);
    return section && (atEnd || section.getBoundingClientRect().top <= top);
  });
  return passed.at(-1)?.id ?? "connections";
}
