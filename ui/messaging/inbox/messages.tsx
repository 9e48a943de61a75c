import { useInfiniteQuery } from "@tanstack/react-query";
import ArrowDown from "lucide-react/icons/arrow-down";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Conversation, Message } from "#src/messaging/inbox/contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import {
  dayHeading,
  daysBetween,
  formatDay,
  formatWeekday,
  type WallTime,
  wallTime,
} from "#ui/shell/format/dates.ts";
import { MessageRun } from "./message-run.tsx";
import { nameOf } from "./names.ts";
import { PageEnd } from "./page-end.tsx";
import { threadQuery } from "./queries.ts";
import { isFailed } from "./receipt.ts";
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
            <p className="dim py-6 text-center text-base">No messages yet</p>
          )}
          {threadItems(messages, timeZone, now).map((item) =>
            item.kind === "day" ? (
              <p key={item.key} className="xs faint self-center pt-1 pb-3 font-label">
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
          {scroll.behind ? "New Messages" : "Jump to Newest"}
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

type ThreadItem =
  | { readonly kind: "day"; readonly key: string; readonly label: string }
  | { readonly kind: "run"; readonly key: string; readonly messages: readonly Message[] };

const RUN_MS = 5 * 60_000;

/** The thread's items: days, and runs of messages that share a time and a receipt. */
export function threadItems(
  messages: readonly Message[],
  timeZone: string,
  now: number,
): readonly ThreadItem[] {
  const today = wallTime(now, timeZone);
  const items: ThreadItem[] = [];
  let day: WallTime | undefined;
  let run: Message[] = [];

  for (const message of messages) {
    const time = wallTime(message.createdAt, timeZone);
    const newDay = !day || daysBetween(day, time) !== 0;
    if (newDay) {
      items.push({ kind: "day", key: `day-${message.id}`, label: headOf(time, today) });
      day = time;
    }
    const last = run.at(-1);
    if (!newDay && last && isSameGroup(last, message)) {
      run.push(message);
    } else {
      run = [message];
      items.push({ kind: "run", key: `run-${message.id}`, messages: run });
    }
  }
  return items;
}

/** "Today", "Yesterday", else "Tuesday, November 18". */
function headOf(time: WallTime, today: WallTime): string {
  if (daysBetween(time, today) < 2) return dayHeading(time, today);
  const label = `${formatWeekday(time)}, ${formatDay(time)}`;
  return time.year === today.year ? label : `${label}, ${time.year}`;
}

function isSameGroup(one: Message, next: Message): boolean {
  return (
    one.direction === next.direction &&
    one.status === next.status &&
    one.purpose === "chat" &&
    next.purpose === "chat" &&
    !isFailed(next) &&
    Date.parse(next.createdAt) - Date.parse(one.createdAt) < RUN_MS
  );
}

/**
 * A retry is a new text and the failed one remains, so only failures not repeated since can be
 * retried.
 */
export function retryableIds(messages: readonly Message[]): ReadonlySet<number> {
  const repeated = new Set<string>();
  const ids = new Set<number>();
  for (const message of messages.toReversed()) {
    if (message.direction === "outbound" && message.purpose === "chat") {
      // Pictures without text cannot be told apart here; the server knows which were repeated.
      const isRepeated = message.body !== "" && repeated.has(message.body);
      if (message.canRetry && !isRepeated) ids.add(message.id);
      repeated.add(message.body);
    }
  }
  return ids;
}
