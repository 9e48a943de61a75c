import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "#ui/api.ts";
import { unreadQuery } from "./unread-query.ts";

/** The browser's tab: the screen, and how many conversations wait. The server wrote the first one. */
export function useDocumentTitle(title: string): void {
  // Only reads what the menu fetches: who has no inbox has no count.
  const { data: unread = 0 } = useQuery({ ...unreadQuery(useApi()), enabled: false });
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ""}${title} · Parlor`;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon) icon.href = unread > 0 ? "/icon-unread.svg" : "/icon.svg";
  }, [title, unread]);
}
