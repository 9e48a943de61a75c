import BellOff from "lucide-react/icons/bell-off";
import CheckCheck from "lucide-react/icons/check-check";
import CircleAlert from "lucide-react/icons/circle-alert";
import { memo, useEffect, useRef } from "react";
import { Link } from "wouter";
import type { Conversation } from "#src/messaging/inbox/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { nameOf } from "./names.ts";
import { hrefOf, type InboxPosition } from "./position.ts";

interface ConversationRowProps {
  conversation: Conversation;
  /** The search and the filter, which are kept when the conversation opens. */
  q: string;
  show: InboxPosition["show"];
  current: boolean;
  /** Two lines of the text fit, except on a phone. */
  roomy: boolean;
  draft: string | undefined;
}

const ROW =
  "flex gap-3 rounded-md px-2.5 py-[9px] -outline-offset-2 hover:bg-hover aria-[current]:bg-select phone:py-[11px] phone:aria-[current]:bg-transparent phone:[&>.avatar]:size-11 phone:[&>.avatar]:text-lead";

export const ConversationRow = memo((props: ConversationRowProps) => {
  const { conversation, q, show, current, roomy, draft } = props;
  const { id, contact, unreadCount, found } = conversation;
  const unread = unreadCount > 0;
  const row = useRef<HTMLLIElement>(null);
  // One that is opened by its address or from another screen may be far down the list.
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <li ref={row}>
      <Link
        href={hrefOf({ conversationId: id, q, show, at: found?.messageId })}
        className={ROW}
        aria-current={current ? "true" : undefined}
      >
        <Avatar id={contact.id} name={contact.name} size="m" />
        <div className="flex-1 min-w-0">
          <div className="flex items-center gap-2 min-w-0">
            <span
              className={classes(
                "clip flex-1 min-w-0 text-base phone:text-lead",
                unread && "font-label",
              )}
            >
              {nameOf(contact)}
            </span>
            <RelativeTime
              iso={conversation.lastMessageAt}
              compact
              className="xs faint num flex-none"
            />
          </div>
          <div className="flex items-start gap-2 min-w-0 min-h-5 [&>.badge]:-my-px [&>.count]:mt-0.5">
            <Preview
              conversation={conversation}
              className={roomy ? "line-clamp-2 phone:line-clamp-1" : "line-clamp-1"}
              draft={current ? undefined : draft}
            />
            {conversation.optOutReview && <StatusBadge status="opt-out-review" />}
            {contact.optedOut &&
              (roomy ? (
                <StatusBadge status="opted-out" />
              ) : (
                <span
                  className="inline-flex h-5 flex-none items-center text-ink-3"
                  data-tip="Opted out"
                >
                  <Icon of={BellOff} size="s" />
                  <span className="sr">Opted out</span>
                </span>
              ))}
            {unread && (
              <b className="count hot">
                {unreadCount}
                <span className="sr"> unread</span>
              </b>
            )}
          </div>
        </div>
      </Link>
    </li>
  );
});

interface PreviewProps {
  conversation: Conversation;
  className: string;
  draft: string | undefined;
}

const LINE = "sm flex-1 min-w-0 wrap-anywhere phone:text-base";

function Preview({ conversation, className, draft }: PreviewProps) {
  const { lastMessagePreview, lastMessageDirection, unreadCount, found } = conversation;
  if (found) return <span className={classes(LINE, "dim", className)}>{found.excerpt}</span>;
  if (draft !== undefined && unreadCount === 0)
    return (
      <span className={classes(LINE, "dim", className)}>
        <span className="text-accent-ink">Draft: </span>
        {draft}
      </span>
    );
  return (
    <span
      className={classes("flex gap-[5px]", LINE, unreadCount > 0 ? "font-normal text-ink" : "dim")}
    >
      <DeliveryState conversation={conversation} />
      <span className={className}>
        {lastMessageDirection === "outbound" && "You: "}
        {lastMessagePreview || "No messages yet"}
      </span>
    </span>
  );
}

function DeliveryState({ conversation }: { conversation: Conversation }) {
  const { lastMessageDirection, lastMessageStatus: status } = conversation;
  const failed = status === "failed" || status === "undelivered";
  if (lastMessageDirection !== "outbound" || !(failed || status === "delivered")) return null;
  return (
    <>
      <Icon
        of={failed ? CircleAlert : CheckCheck}
        size="s"
        className={classes("mt-[3px] flex-none", failed ? "bad" : "text-ink-3")}
      />
      <span className="sr">{failed ? "Not delivered. " : "Delivered. "}</span>
    </>
  );
}
