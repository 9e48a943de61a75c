import { useQueryClient } from "@tanstack/react-query";
import { type Conversation, inbox } from "#src/messaging/inbox/contract.ts";
import { useApi } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { useInboxPosition } from "./position.ts";
import { threadQuery } from "./queries.ts";

interface DeleteConversationProps {
  conversation: Conversation;
  onClose: () => void;
}

export function DeleteConversation({ conversation, onClose }: DeleteConversationProps) {
  const api = useApi();
  const client = useQueryClient();
  const { close } = useInboxPosition();
  const removal = useAct(inbox.remove, {
    done: "Conversation deleted",
    onDone() {
      onClose();
      close();
      client.removeQueries({ queryKey: threadQuery(api, conversation.id).queryKey });
    },
    errors() {
      onClose();
      return { title: "Failed to delete conversation", description: "Please try again" };
    },
  });

  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete Conversation"
      description="Are you sure you want to delete this conversation?"
      action="Delete"
      busy={removal.isPending && "Deleting..."}
      onConfirm={() => removal.run({ params: { id: conversation.id } })}
    />
  );
}
