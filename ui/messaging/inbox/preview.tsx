import CheckCheck from "lucide-react/icons/check-check";
import CircleAlert from "lucide-react/icons/circle-alert";
import type { Conversation } from "#src/messaging/inbox/contract.ts";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";

interface PreviewProps {
  conversation: Conversation;
  draft: string | undefined;
}

export function Preview({ conversation, draft }: PreviewProps) {
  const { lastMessagePreview, lastMessageDirection, unreadCount, found } = conversation;
  if (found)
    return <span className="sm dim clip flex-1 min-w-0 phone:text-base">{found.excerpt}</span>;
  if (draft !== undefined && unreadCount === 0)
    return (
      <span className="sm dim clip flex-1 min-w-0 phone:text-base">
        <span className="text-accent-ink">Draft: </span>
        {draft}
      </span>
    );
  return (
    <span
      className={classes(
        "sm flex flex-1 min-w-0 items-center gap-[5px] phone:text-base",
        unreadCount > 0 ? "font-[450] text-ink" : "dim",
      )}
    >
      <DeliveryState conversation={conversation} />
      <span className="clip">
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
        className={failed ? "bad" : "text-ink-3"}
      />
      <span className="sr">{failed ? "Not delivered. " : "Delivered. "}</span>
    </>
  );
}
