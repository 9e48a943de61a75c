import { useQueryClient } from "@tanstack/react-query";
import MessageCircleOff from "lucide-react/icons/message-circle-off";
import { Button } from "#ui/kit/button.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { unsentText } from "./draft.ts";

/** Replaces a thread that was deleted while it was open. Shows the text that was typed and not sent. */
export function DeletedConversation({ id, onClose }: { id: number; onClose: () => void }) {
  const unsent = unsentText(useQueryClient(), id);
  return (
    <div className="grid min-w-0 flex-1 place-items-center" role="status">
      <EmptyState
        icon={MessageCircleOff}
        title="This conversation was deleted"
        action={<Button onClick={onClose}>Back to Inbox</Button>}
      >
        {unsent ? `Your text wasn't sent: “${unsent}”` : "Its texts are no longer in the inbox."}
      </EmptyState>
    </div>
  );
}
