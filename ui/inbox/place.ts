import { useLocation, useSearch } from "wouter";

export interface InboxPlace {
  readonly conversationId: number | undefined;
  readonly q: string;
}

/** What the address asks for: `?c=` the open conversation, `?q=` the search. */
export function readPlace(search: string): InboxPlace {
  const params = new URLSearchParams(search);
  const id = Number(params.get("c"));
  return {
    conversationId: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    q: params.get("q")?.trim() ?? "",
  };
}

export function hrefOf({ conversationId, q }: Partial<InboxPlace>): string {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (conversationId !== undefined) params.set("c", String(conversationId));
  const search = params.toString();
  return search ? `/inbox?${search}` : "/inbox";
}

export function useInboxPlace() {
  const place = readPlace(useSearch());
  const [, navigate] = useLocation();
  return {
    ...place,
    open(conversationId: number) {
      navigate(hrefOf({ ...place, conversationId }));
    },
    /** Back to the list, without leaving the closed conversation behind in the history. */
    close() {
      navigate(hrefOf({ q: place.q }), { replace: true });
    },
    search(q: string) {
      navigate(hrefOf({ ...place, q }), { replace: true });
    },
  };
}
