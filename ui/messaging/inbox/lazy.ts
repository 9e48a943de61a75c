import { lazy } from "#ui/kit/lazy.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";

// Loaded on click, to keep the inbox under 25 KB.
export const ClientSheet = lazyDialog(async () => (await import("./client-sheet.tsx")).ClientSheet);
export const DeleteConversation = lazyDialog(
  async () => (await import("./delete-conversation.tsx")).DeleteConversation,
);
export const DeletedConversation = lazyDialog(
  async () => (await import("./deleted-conversation.tsx")).DeletedConversation,
);
export const NewMessageDialog = lazyDialog(
  async () => (await import("./new-message-dialog.tsx")).NewMessageDialog,
);
export const ClientsToMessage = lazyDialog(
  async () => (await import("./new-message-dialog.tsx")).ClientsToMessage,
);
export const RenameForm = lazyDialog(async () => (await import("./rename-form.tsx")).RenameForm);
export const Lightbox = lazyDialog(async () => (await import("./lightbox.tsx")).Lightbox);
export const optOutReview = lazy(async () => (await import("./opt-out-review.tsx")).OptOutReview);
export const chosenPictures = lazy(
  async () => (await import("./chosen-pictures.tsx")).ChosenPictures,
);
export const lengthCounter = lazy(async () => (await import("./length-counter.tsx")).LengthCounter);
export const quickReplyList = lazy(
  async () => (await import("./quick-reply-list.tsx")).QuickReplyList,
);
export const quickReplyManager = lazy(
  async () => (await import("./manage-quick-replies.tsx")).ManageQuickReplies,
);
