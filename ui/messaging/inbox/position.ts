import { useLocation, useSearch } from "wouter";

export interface InboxPosition {
  readonly conversationId: number | undefined;
  readonly q: string;
  /** Only conversations with unread texts, or all. A search finds all. */
  readonly show: "all" | "unread";
  /** A message's id to open the thread at, instead of its newest. */
  readonly at?: number | undefined;
}

/**
 * The state in the address: `?c=` the open conversation, `?q=` the search, `?show=` the filter, `?at=` one of its
 * messages.
 */
export function parseInboxPosition(search: string): InboxPosition {
  const params = new URLSearchParams(search);
  return {
    conversationId: parseId(params.get("c")),
    q: params.get("q")?.trim() ?? "",
    show: params.get("show") === "unread" ? "unread" : "all",
    at: parseId(params.get("at")),
  };
}

function parseId(text: string | null): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export function hrefOf({ conversationId, q, show, at }: Partial<InboxPosition>): string {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (show === "unread") params.set("show", show);
  if (conversationId !== undefined) params.set("c", String(conversationId));
  if (conversationId !== undefined && at !== undefined) params.set("at", String(at));
  const search = params.toString();
  return search ? `/inbox?${search}` : "/inbox";
}

export function useInboxPosition() {
  const place = parseInboxPosition(useSearch());
  const [, navigate] = useLocation();
  return {
    ...place,
    open(conversationId: number) {
      navigate(hrefOf({ ...place, conversationId, at: undefined }));
    },
    /** Returns to the list without a history entry for the closed conversation. */
    close() {
      navigate(hrefOf({ ...place, conversationId: undefined }), { replace: true });
    },
    search(q: string) {
      navigate(hrefOf({ ...place, q }), { replace: true });
    },
  };
}
