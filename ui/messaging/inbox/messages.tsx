import { useInfiniteQuery } from "@tanstack/react-query";
import ArrowDown from "lucide-react/icons/arrow-down";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Conversation, Message } from "#src/messaging/inbox/contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { MessageRun } from "./message-run.tsx";
import { nameOf } from "./names.ts";
import { PageEnd } from "./page-end.tsx";
import { threadQuery } from "./queries.ts";
import { retryableIds, threadItems } from "./thread-items.ts";
import { BubbleSkeletons } from "./thread-skeleton.tsx";
import { useToNewest } from "./use-scroll-to-newest.ts";
import { useSendingMessages } from "./use-sending.ts";
import { useThreadScroll } from "./use-thread-scroll.ts";

const NONE: readonly Message[] = [];

/** Newest last. The reversed column starts at its end, without script and before any effect. */
const SCROLLER =
  "relative flex min-h-0 flex-1 flex-col-reverse overflow-auto px-6 pt-5 pb-3 -outline-offset-2 [overflow-anchor:none] [scrollbar-color:var(--line-2)_transparent] [scrollbar-width:thin] phone:px-3 phone:pt-4 phone:pb-1";

interface MessagesProps {
  conversation: Conversation;
  /** A message's id to open at and highlight. */
  at: number | undefined;
}

export function Messages({ conversation, at }: MessagesProps) {
  const thread = useInfiniteQuery(threadQuery(useApi(), conversation.id, at));
  const toNewest = useToNewest(conversation.id);
  const live = !thread.hasPreviousPage;
  const knownMessages = useMemo(
    () => thread.data?.pages.toReversed().flatMap((page) => page.messages) ?? NONE,
    [thread.data],
  );
  const sending = useSendingMessages(conversation.id, knownMessages);
  const messages = useMemo(() => [...knownMessages, ...sending], [knownMessages, sending]);
  const { now, timeZone } = useBusinessTime();
  const scroll = useThreadScroll({ newest: messages.at(-1)?.id, live, at }, sending.length > 0);
  const retryable = useMemo(() => retryableIds(messages), [messages]);
  const name = nameOf(conversation.contact);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroll.ref}
        onScroll={scroll.onScroll}
        className={SCROLLER}
        role="log"
        aria-live="off"
        aria-label="Messages"
        aria-busy={thread.isPending}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <div className="flex flex-col gap-[3px]">
          {thread.hasNextPage && (
            <PageEnd
              label="Load older messages"
              busy={thread.isFetchingNextPage}
              onReach={() => void thread.fetchNextPage()}
            />
          )}
          {thread.isPending && <BubbleSkeletons />}
          {thread.error && !thread.data && <LoadFailed query={thread} />}
          {thread.data && messages.length === 0 && (
            <p className="dim py-6 text-center text-sm">No messages yet</p>
          )}
          {threadItems(messages, timeZone, now).map((item) =>
            item.kind === "day" ? (
              <p key={item.key} className="xs faint self-center pt-1 pb-3 font-medium">
                {item.label}
              </p>
            ) : (
              <MessageRun
                key={item.key}
                messages={item.messages}
                timeZone={timeZone}
                name={name}
                found={at}
                retryable={retryable}
              />
            ),
          )}
          {!live && (
            <PageEnd
              label="Load newer messages"
              busy={thread.isFetchingPreviousPage}
              onReach={() => void thread.fetchPreviousPage()}
            />
          )}
        </div>
      </div>
      {(scroll.behind || scroll.far || !live) && (
        <Button
          icon={ArrowDown}
          className="absolute bottom-2 left-1/2 -translate-x-1/2 bg-overlay shadow-2 hover:bg-overlay"
          onClick={() => {
            toNewest();
            scroll.toNewest();
          }}
        >
          {scroll.behind ? "New messages" : "Jump to newest"}
        </Button>
      )}
      {thread.data && live && <NewInbound messages={knownMessages} name={name} />}
    </div>
  );
}

/** Announces new inbound texts while the thread is open, but not older ones. */
function NewInbound({ messages, name }: { messages: readonly Message[]; name: string }) {
  const newest = messages.findLast((message) => message.direction === "inbound");
  const notifiedId = useRef(newest?.id ?? 0);
  const [announcement, setWords] = useState("");

  useEffect(() => {
    if (newest && newest.id > notifiedId.current) {
      notifiedId.current = newest.id;
      setWords(`${name}: ${newest.body}`);
    }
  }, [newest, name]);

  return (
    <p className="sr" aria-live="polite">
      {announcement}
    </p>
  );
}
