import { memo } from "react";
import { Link } from "wouter";
import type { Conversation } from "#src/messaging/inbox/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { classes } from "#ui/kit/classes.ts";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { nameOf } from "./names.ts";
import { hrefOf } from "./position.ts";
import { Preview } from "./preview.tsx";

interface ConversationRowProps {
  conversation: Conversation;
  /** The search, which is kept when the conversation opens. */
  q: string;
  current: boolean;
  draft: string | undefined;
}

const ROW =
  "flex gap-3 rounded-md px-2.5 py-[9px] -outline-offset-2 hover:bg-hover aria-[current]:bg-select phone:py-[11px] phone:aria-[current]:bg-transparent phone:[&>.avatar]:size-11 phone:[&>.avatar]:text-h2";

export const ConversationRow = memo(({ conversation, q, current, draft }: ConversationRowProps) => {
  const { id, contact, unreadCount, found } = conversation;
  const unread = unreadCount > 0;
  return (
    <li>
      <Link
        href={hrefOf({ conversationId: id, q, at: found?.messageId })}
        className={ROW}
        aria-current={current ? "true" : undefined}
      >
        <Avatar id={contact.id} name={contact.name} size="m" />
        <div className="flex-1 min-w-0">
          <div className="flex items-center gap-2 min-w-0">
            <span
              className={classes(
                "clip flex-1 min-w-0 text-base phone:text-h1",
                unread ? "font-[650]" : "font-medium",
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
          <div className="flex items-center gap-2 min-w-0 min-h-5 [&>.badge]:-my-px">
            <Preview conversation={conversation} draft={current ? undefined : draft} />
            {conversation.optOutReview && <StatusBadge status="opt-out-review" />}
            {contact.optedOut && <StatusBadge status="opted-out" />}
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
