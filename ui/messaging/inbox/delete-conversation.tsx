import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Conversation, inbox } from "#src/messaging/inbox/contract.ts";
import { useApi } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { refresh } from "#ui/shell/data/read.ts";
import { useInboxPlace } from "./position.ts";
import { threadQuery } from "./queries.ts";

interface DeleteConversationProps {
  conversation: Conversation;
  onClose: () => void;
}

export function DeleteConversation({ conversation, onClose }: DeleteConversationProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const { close } = useInboxPlace();
  const removal = useMutation({
    mutationFn: () => api(inbox.remove, { params: { id: conversation.id } }),
    onSuccess() {
      toasts.show({ title: "Conversation deleted" });
      onClose();
      close();
      client.removeQueries({ queryKey: threadQuery(api, conversation.id).queryKey });
      void refresh(client, "conversations");
    },
    onError() {
      toasts.show({
        title: "Failed to delete conversation",
        description: "Please try again",
        kind: "destructive",
      });
      onClose();
    },
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Delete conversation"
      description="Are you sure you want to delete this conversation?"
      act="Delete"
      busy={removal.isPending && "Deleting..."}
      onConfirm={() => removal.mutate()}
    />
  );
}
