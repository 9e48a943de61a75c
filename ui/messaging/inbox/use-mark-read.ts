import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Conversation, type ConversationList, inbox } from "#src/messaging/inbox/contract.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { CONVERSATION_LISTS } from "./queries.ts";

/**
 * Marks an open and visible conversation as read, once per new message. After a failure, it waits
 * until the conversation is opened again.
 */
export function useMarkRead({ id, unreadCount, lastMessageAt }: Conversation): void {
  const client = useQueryClient();
  const isVisible = usePageVisible();
  const markedAt = useRef("");

  const { run, error } = useAct(inbox.markRead, {
    onDone: () => showAsRead(client, id),
    errors: {
      title: "Failed to mark messages as read",
      description: "Switch to another conversation and back to retry",
    },
  });
  const isError = error !== null;

  useEffect(() => {
    if (unreadCount > 0 && isVisible && !isError && markedAt.current !== lastMessageAt) {
      markedAt.current = lastMessageAt;
      run({ params: { id } });
    }
  }, [unreadCount, isVisible, isError, lastMessageAt, id, run]);
}

function usePageVisible(): boolean {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === "visible");
    update();
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return isVisible;
}

function showAsRead(client: QueryClient, id: number): void {
  client.setQueriesData<InfiniteData<ConversationList>>(
    CONVERSATION_LISTS,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          conversations: page.conversations.map((one) =>
            one.id === id ? { ...one, unreadCount: 0 } : one,
          ),
        })),
      },
  );
}
