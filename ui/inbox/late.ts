// What only a press opens: no part of the inbox's own 25 KB.
export const clientSheet = async () => (await import("./client-sheet.tsx")).ClientSheet;
export const deleteConversation = async () =>
  (await import("./delete-conversation.tsx")).DeleteConversation;
export const newMessage = async () => (await import("./new-message-dialog.tsx")).NewMessageDialog;
export const renameForm = async () => (await import("./rename-form.tsx")).RenameForm;
export const lightbox = async () => (await import("./lightbox.tsx")).Lightbox;
export const quickReplyList = async () => (await import("./quick-reply-list.tsx")).QuickReplyList;
export const quickReplyManager = async () =>
  (await import("./manage-quick-replies.tsx")).ManageQuickReplies;
