import { useEffect, useRef, useState } from "react";
import { SECTIONS, type SectionId } from "./sections.ts";

/** A section is current once its head is this near the top of the page. */
const HEAD_PX = 120;

/** Follows scrolling. The last sections, which never reach the top, become current when chosen. */
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
      // Ignores the scroll event that the jump itself causes.
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
