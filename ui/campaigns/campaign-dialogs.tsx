import { lazy, Suspense, useRef } from "react";
import type { CurrentUser } from "#src/auth/contract.ts";
import type { Campaign } from "#src/campaigns/contract.ts";
import { useAfterHydration } from "#ui/shell/after-hydration.ts";
import type { Composed } from "./composed.ts";

// Dialogs, forms and the picker are fetched when the first opens; the list of campaigns needs none.
const CreateDialog = lazy(async () => ({
  default: (await import("./create-dialog.tsx")).CreateDialog,
}));
const DuplicateDialog = lazy(async () => ({
  default: (await import("./duplicate-dialog.tsx")).DuplicateDialog,
}));
const ApproveDialog = lazy(async () => ({
  default: (await import("./approve-dialog.tsx")).ApproveDialog,
}));
const RemoveDialog = lazy(async () => ({
  default: (await import("./remove-dialog.tsx")).RemoveDialog,
}));
const EditMessageDialog = lazy(async () => ({
  default: (await import("./edit-message-dialog.tsx")).EditMessageDialog,
}));
const RescheduleDialog = lazy(async () => ({
  default: (await import("./reschedule-dialog.tsx")).RescheduleDialog,
}));
const SendNowDialog = lazy(async () => ({
  default: (await import("./send-now-dialog.tsx")).SendNowDialog,
}));

export type Opened =
  | { readonly dialog: "create"; readonly from?: number | undefined }
  | {
      readonly dialog: "approve" | "edit" | "remove" | "reschedule" | "send-now";
      readonly campaign: Campaign;
    };

interface CampaignDialogsProps {
  opened: Opened | undefined;
  user: CurrentUser;
  onRemove: (campaign: Campaign) => void;
  onSendNow: (campaign: Campaign) => void;
  onClose: () => void;
}

/** At most one is open. What was typed and not sent is kept as long as the screen is. */
export function CampaignDialogs(props: CampaignDialogsProps) {
  const { opened, user, onClose } = props;
  const hydrated = useAfterHydration();
  const composed = useRef(new Map<string, Composed>());
  const messages = useRef(new Map<string, string>());
  if (!opened || !hydrated) return null;

  const isAdmin = user.role === "admin";
  if (opened.dialog === "create") {
    const { from } = opened;
    const create = { isAdmin, onClose, ...keeping(composed.current, `new ${from ?? ""}`) };
    return (
      <Suspense>
        {from === undefined ? (
          <CreateDialog {...create} />
        ) : (
          <DuplicateDialog {...create} from={from} />
        )}
      </Suspense>
    );
  }

  const { dialog, campaign } = opened;
  const id = String(campaign.id);
  return (
    <Suspense>
      {dialog === "remove" && (
        <RemoveDialog
          campaign={campaign}
          byAuthor={campaign.userId === user.id}
          onConfirm={props.onRemove}
          onClose={onClose}
        />
      )}
      {dialog === "approve" && (
        <ApproveDialog draft={campaign} onClose={onClose} {...keeping(composed.current, id)} />
      )}
      {dialog === "edit" && (
        <EditMessageDialog
          campaign={campaign}
          onClose={onClose}
          {...keeping(messages.current, id)}
        />
      )}
      {dialog === "reschedule" && <RescheduleDialog campaign={campaign} onClose={onClose} />}
      {dialog === "send-now" && (
        <SendNowDialog campaign={campaign} onConfirm={props.onSendNow} onClose={onClose} />
      )}
    </Suspense>
  );
}

function keeping<Value>(store: Map<string, Value>, key: string) {
  return {
    kept: store.get(key),
    onKeep: (value: Value | undefined) => {
      if (value === undefined) store.delete(key);
      else store.set(key, value);
    },
  };
}
