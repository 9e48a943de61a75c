import { useEffect } from "react";
import { useLocation } from "wouter";
import { type GroupId, goToSection, SECTIONS, settingsHref } from "./sections.ts";

/** Goes to the section in the address, which may be on another page: the server's redirect keeps it. */
export function useSectionOfAddress(group: GroupId, areCardsThere: boolean): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const id = location.hash.slice(1);
    const section = SECTIONS.find((one) => one.id === id);
    if (section && section.group !== group)
      navigate(settingsHref(id, location.search), { replace: true });
    else if (section && areCardsThere) goToSection(section.id);
  }, [group, areCardsThere, navigate]);
}
