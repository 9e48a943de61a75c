import { late } from "#ui/kit/lazy.ts";
import { lateDialog } from "#ui/kit/lazy-dialog.tsx";

// What only a press opens: no part of the inbox's own 25 KB.
export const ClientSheet = lateDialog(async () => (await import("./client-sheet.tsx")).ClientSheet);
export const DeleteConversation = lateDialog(
  async () => (await import("./delete-conversation.tsx")).DeleteConversation,
);
export const NewMessageDialog = lateDialog(
  async () => (await import("./new-message-dialog.tsx")).NewMessageDialog,
);
export const RenameForm = lateDialog(async () => (await import("./rename-form.tsx")).RenameForm);
export const Lightbox = lateDialog(async () => (await import("./lightbox.tsx")).Lightbox);
export const quickReplyList = late(
  async () => (await import("./quick-reply-list.tsx")).QuickReplyList,
);
export const quickReplyManager = late(
  async () => (await import("./manage-quick-replies.tsx")).ManageQuickReplies,
);
