import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { inbox, type Presence } from "#src/messaging/inbox/contract.ts";
import { type Api, useApi } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";

const TYPING_SIGNAL_MS = 3_000;

function presenceQuery(api: Api, conversationId: number) {
  return {
    ...read(api, inbox.presence, { params: { id: conversationId } }),
    // No event is sent when someone stops typing.
    refetchInterval: ({ state }: { state: { data?: Presence | undefined } }) =>
      state.data && state.data.forMs > 0 ? state.data.forMs + 200 : (false as const),
    retry: false,
    gcTime: 0,
  };
}

export function usePresence(conversationId: number): Presence | undefined {
  return useQuery(presenceQuery(useApi(), conversationId)).data;
}

/** Signals typing to other users, at most every three seconds. */
export function useTypingSignal(conversationId: number): () => void {
  const api = useApi();
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    if (performance.now() - sentAt.current < TYPING_SIGNAL_MS) return;
    sentAt.current = performance.now();
    api(inbox.typing, { params: { id: conversationId } }).catch(() => undefined);
  };
}

/**
 * The name of a colleague who replied while a draft is being written, to be confirmed before
 * sending.
 */
export function useReplyHint(replied: Presence["replied"] | undefined, writing: boolean) {
  const latest = replied?.messageId ?? 0;
  const [before, setBefore] = useState<number>();
  // Replies from before the draft count as read.
  if (replied !== undefined && before !== latest && (before === undefined || !writing))
    setBefore(latest);
  const isNew = writing && replied != null && before !== undefined && latest > before;
  return isNew ? nameOfColleague(replied.name) : undefined;
}

export function nameOfColleague(username: string): string {
  return username.slice(0, 1).toUpperCase() + username.slice(1);
}
