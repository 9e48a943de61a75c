import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { inbox, type Message, type Thread } from "#src/messaging/inbox/contract.ts";
import type { Media } from "#src/messaging/media/contract.ts";
import { ApiError, useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { showError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";
import type { DraftKeeper, Picture } from "./draft.ts";
import { threadQuery } from "./queries.ts";

interface Sending {
  readonly body: string;
  readonly pictures: readonly Picture[];
  readonly key: string;
}

const keyOf = (conversationId: number) => ["messages", "send", conversationId];

/** Sends one text at a time, so that they arrive in order. */
export function useSend(conversationId: number, { draft, write }: DraftKeeper) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationKey: keyOf(conversationId),
    scope: { id: `send-${conversationId}` },
    mutationFn: ({ body, pictures, key }: Sending) =>
      api(inbox.send, {
        body: { conversationId, body, mediaIds: mediaOf(pictures).map(({ id }) => id) },
        idempotencyKey: key,
      }),
    onSuccess(message, { pictures }) {
      for (const { preview } of pictures) URL.revokeObjectURL(preview);
      addToThread(client, threadQuery(api, conversationId).queryKey, message);
      void refresh(client, "conversations");
    },
    onError(error, { body, pictures, key }) {
      const now = draft.peek();
      write({
        text: now.text.trim() === "" ? body : `${body}\n${now.text}`,
        pictures: [...pictures, ...now.pictures],
        failed: { body, key },
      });
      showError(toasts, error, {
        title: "Failed to send message",
        fallback: "This contact may have opted out",
      });
      if (error instanceof ApiError && error.status === 403) void refresh(client, "conversations");
    },
  });
}

/** Pending texts, until the thread includes them. */
export function useSendingMessages(
  conversationId: number,
  knownMessages: readonly Message[],
): readonly Message[] {
  const pending = useMutationState({
    filters: { mutationKey: keyOf(conversationId), status: "pending" },
    select: ({ state: { variables, submittedAt } }) => ({
      body: (variables as Sending).body,
      media: mediaOf((variables as Sending).pictures),
      submittedAt,
    }),
  });
  return useMemo(
    () => pending.filter((one) => !isStored(one, knownMessages)).map(asMessage),
    [pending, knownMessages],
  );
}

function mediaOf(pictures: readonly Picture[]): Media[] {
  return pictures.flatMap(({ media }) => media ?? []);
}

interface Pending {
  readonly body: string;
  readonly media: Media[];
  readonly submittedAt: number;
}

const CLOCKS_APART_MS = 5_000;

/** An event can add the text to the thread before the reply arrives. */
function isStored(
  { body, media, submittedAt }: Pending,
  knownMessages: readonly Message[],
): boolean {
  const newest = knownMessages.findLast((message) => message.direction === "outbound");
  return (
    newest?.body === body &&
    newest.media.length === media.length &&
    Date.parse(newest.createdAt) > submittedAt - CLOCKS_APART_MS
  );
}

function asMessage({ body, media, submittedAt }: Pending): Message {
  return {
    id: -submittedAt,
    direction: "outbound",
    purpose: "chat",
    campaignName: null,
    body,
    status: "pending",
    error: null,
    canRetry: false,
    read: true,
    media,
    createdAt: new Date(submittedAt).toISOString(),
  };
}

function addToThread(client: QueryClient, queryKey: readonly unknown[], message: Message): void {
  client.setQueryData<InfiniteData<Thread>>(queryKey, (thread) => {
    const [newest, ...older] = thread?.pages ?? [];
    // An older window does not include the newest message.
    if (
      !thread ||
      !newest ||
      newest.newerCursor ||
      newest.messages.some(({ id }) => id === message.id)
    )
      return thread;
    return {
      ...thread,
      pages: [{ ...newest, messages: [...newest.messages, message] }, ...older],
    };
  });
}
