import { useRef, useState } from "react";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useCampaignActions } from "./campaign-actions.ts";
import type { Composed, SavedInputProps } from "./composed.ts";

// Dialogs, forms and the picker are loaded when the first one opens.
const CreateDialog = lazyDialog(async () => (await import("./create-dialog.tsx")).CreateDialog);
const DuplicateDialog = lazyDialog(
  async () => (await import("./duplicate-dialog.tsx")).DuplicateDialog,
);
const ApproveDialog = lazyDialog(async () => (await import("./approve-dialog.tsx")).ApproveDialog);
const RemoveDialog = lazyDialog(async () => (await import("./remove-dialog.tsx")).RemoveDialog);
const EditMessageDialog = lazyDialog(
  async () => (await import("./edit-message-dialog.tsx")).EditMessageDialog,
);
const RescheduleDialog = lazyDialog(
  async () => (await import("./reschedule-dialog.tsx")).RescheduleDialog,
);
const SendNowDialog = lazyDialog(async () => (await import("./send-now-dialog.tsx")).SendNowDialog);

export type Opened =
  | { readonly dialog: "create"; readonly from?: number | undefined }
  | {
      readonly dialog: "approve" | "edit" | "remove" | "reschedule" | "send-now";
      readonly campaign: Campaign;
    };

/** The actions of a campaign's buttons, and the dialog that is open. */
export function useCampaignButtons() {
  const [opened, setOpened] = useState<Opened>();
  const { stop, resume, remove, sendNow } = useCampaignActions();
  const open = (dialog: Exclude<Opened["dialog"], "create">) => (campaign: Campaign) =>
    setOpened({ dialog, campaign });
  return {
    opened,
    open,
    close: () => setOpened(undefined),
    remove,
    sendNow,
    actions: {
      stop,
      resume,
      edit: open("edit"),
      remove: open("remove"),
      reschedule: open("reschedule"),
      sendNow: open("send-now"),
    },
  };
}

interface CampaignDialogsProps {
  opened: Opened | undefined;
  user: CurrentUser;
  onRemove: (campaign: Campaign) => void;
  onSendNow: (campaign: Campaign) => void;
  onClose: () => void;
}

/** At most one dialog is open. Unsent input is kept for the screen's lifetime. */
export function CampaignDialogs(props: CampaignDialogsProps) {
  const { opened, user, onClose } = props;
  const composed = useRef(new Map<string, Composed>());
  const messages = useRef(new Map<string, string>());
  if (!opened) return null;

  const isAdmin = user.role === "admin";
  if (opened.dialog === "create") {
    const { from } = opened;
    const create = { isAdmin, ...savedProps(composed.current, `new ${from ?? ""}`, onClose) };
    return from === undefined ? (
      <CreateDialog {...create} />
    ) : (
      <DuplicateDialog {...create} from={from} />
    );
  }

  const { dialog, campaign } = opened;
  const id = String(campaign.id);
  return (
    <>
      {dialog === "remove" && (
        <RemoveDialog
          campaign={campaign}
          byAuthor={campaign.userId === user.id}
          onConfirm={props.onRemove}
          onClose={onClose}
        />
      )}
      {dialog === "approve" && (
        <ApproveDialog
          draft={campaign}
          {...savedProps(composed.current, `${id} ${campaign.version}`, onClose)}
        />
      )}
      {dialog === "edit" && (
        <EditMessageDialog
          campaign={campaign}
          needsApproval={!isAdmin}
          {...savedProps(messages.current, id, onClose)}
        />
      )}
      {dialog === "reschedule" && <RescheduleDialog campaign={campaign} onClose={onClose} />}
      {dialog === "send-now" && (
        <SendNowDialog campaign={campaign} onConfirm={props.onSendNow} onClose={onClose} />
      )}
    </>
  );
}

function savedProps<Value>(
  store: Map<string, Value>,
  key: string,
  onClose: () => void,
): SavedInputProps<Value> {
  return {
    saved: store.get(key),
    onClose(unsent) {
      if (unsent === undefined) store.delete(key);
      else store.set(key, unsent);
      onClose();
    },
  };
}
