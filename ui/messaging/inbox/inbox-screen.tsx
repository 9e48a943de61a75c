import Bell from "lucide-react/icons/bell";
import BellRing from "lucide-react/icons/bell-ring";
import MessageCircle from "lucide-react/icons/message-circle";
import SquarePen from "lucide-react/icons/square-pen";
import { useState } from "react";
import { classes } from "#ui/kit/classes.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { switchNotifications, useNotifications } from "#ui/shell/layout/notifications.ts";
import { Page } from "#ui/shell/layout/page.tsx";
import { ConversationList } from "./conversation-list.tsx";
import { NOT_ALONE } from "./layout.ts";
import { DeletedConversation, NewMessageDialog } from "./lazy.ts";
import { useInboxPosition } from "./position.ts";
import { ThreadPane } from "./thread-pane.tsx";
import { ThreadSkeleton } from "./thread-skeleton.tsx";
import { useConversations, useOpenConversation } from "./use-conversations.ts";

/** On a phone, an open thread fills the screen: the bar shows only the page's name. */
const BAR_OF_THREAD =
  "phone:[&>.bar]:absolute phone:[&>.bar]:[clip-path:inset(50%)] phone:[&>.bar>:not(h1)]:hidden";

export function InboxScreen() {
  const place = useInboxPosition();
  const conversations = useConversations(place.q);
  const conversation = useOpenConversation(place.conversationId, conversations);
  const [writing, setWriting] = useState(false);
  const { unread } = conversations;

  return (
    <>
      <div className={classes("contents", conversation !== null && BAR_OF_THREAD)}>
        <Bar title="Inbox" meta={unread > 0 ? `${unread} unread` : undefined}>
          <BellButton />
          <BarAction icon={SquarePen} aria-haspopup="dialog" onClick={() => setWriting(true)}>
            New message
          </BarAction>
        </Bar>
      </div>
      <Page label="Inbox" flush>
        <div className="@container/inbox flex min-w-0 flex-1">
          <ConversationList
            conversations={conversations}
            isSplit={place.conversationId !== undefined}
          />
          {conversation && (
            <ThreadPane key={conversation.id} conversation={conversation} at={place.at} />
          )}
          {conversation === undefined && <ThreadSkeleton />}
          {conversation === null &&
            (place.conversationId === undefined ? (
              <div className={classes("grid min-w-0 flex-1 place-items-center", NOT_ALONE)}>
                <EmptyState icon={MessageCircle} title="Select a conversation to start chatting" />
              </div>
            ) : (
              <DeletedConversation id={place.conversationId} onClose={place.close} />
            ))}
        </div>
      </Page>
      {writing && <NewMessageDialog onClose={() => setWriting(false)} onOpen={place.open} />}
    </>
  );
}

/** Notifications of new texts in this browser. The permission is requested on click only. */
function BellButton() {
  const now = useNotifications();
  const toasts = useToasts();
  const on = now === "on";
  if (now === "missing") return null;

  async function press() {
    const then = await switchNotifications(!on);
    if (then === "on")
      toasts.show({
        title: "Notifications on",
        description: "We'll notify you of new texts when Parlor isn't in view.",
      });
    else if (then === "blocked")
      toasts.error(
        "Notifications are blocked",
        "Allow them for this site in the browser's settings.",
      );
  }

  return (
    <IconButton
      icon={on ? BellRing : Bell}
      label={on ? "Turn off notifications" : "Notify me of new texts"}
      aria-pressed={on}
      onClick={() => void press()}
    />
  );
}
