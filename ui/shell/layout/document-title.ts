import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "#ui/api.ts";
import { unreadQuery } from "./unread-query.ts";

/**
 * Sets the tab's title: the screen and the number of unread conversations. The server renders the
 * first title.
 */
export function useDocumentTitle(title: string): void {
  // Reads only what the menu has cached, so users without the inbox see no count.
  const { data: unread = 0 } = useQuery({ ...unreadQuery(useApi()), enabled: false });
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ""}${title} · Parlor`;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon) icon.href = unread > 0 ? "/icon-unread.svg" : "/icon.svg";
  }, [title, unread]);
}
