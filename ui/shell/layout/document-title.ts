import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "#ui/api.ts";
import { unreadQuery } from "./unread-query.ts";

/**
 * The tab's title: the screen and the number of waiting conversations. The server rendered the
 * first one.
 */
export function useDocumentTitle(title: string): void {
  // Reads only the menu's cached data: without the inbox, there is no count.
  const { data: unread = 0 } = useQuery({ ...unreadQuery(useApi()), enabled: false });
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ""}${title} · Parlor`;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon) icon.href = unread > 0 ? "/icon-unread.svg" : "/icon.svg";
  }, [title, unread]);
}
