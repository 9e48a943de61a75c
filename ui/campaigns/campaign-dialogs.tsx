import { lazy, Suspense, useRef } from "react";
import type { CurrentUser } from "#src/auth/contract.ts";
import type { Campaign } from "#src/campaigns/contract.ts";
import { useAfterHydration } from "#ui/shell/after-hydration.ts";
import type { Composed } from "./composer.tsx";

// Dialogs, forms and the picker are fetched when the first opens; the list of campaigns needs none.
const CreateDialog = lazy(async () => ({
  default: (await import("./create-dialog.tsx")).CreateDialog,
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

export type Opened =
  | { readonly dialog: "create" }
  | { readonly dialog: "approve" | "edit" | "remove"; readonly campaign: Campaign };

interface CampaignDialogsProps {
  opened: Opened | undefined;
  user: CurrentUser;
  onRemove: (campaign: Campaign) => void;
  onClose: () => void;
}

/** At most one is open. What was typed and not sent is kept as long as the screen is. */
export function CampaignDialogs({ opened, user, onRemove, onClose }: CampaignDialogsProps) {
  const hydrated = useAfterHydration();
  const composed = useRef(new Map<number | "new", Composed>());
  const messages = useRef(new Map<number, string>());
  if (!opened || !hydrated) return null;

  return (
    <Suspense>
      {opened.dialog === "remove" && (
        <RemoveDialog
          campaign={opened.campaign}
          byAuthor={opened.campaign.userId === user.id}
          onConfirm={onRemove}
          onClose={onClose}
        />
      )}
      {opened.dialog === "create" && (
        <CreateDialog
          isAdmin={user.role === "admin"}
          kept={composed.current.get("new")}
          onKeep={(value) => keep(composed.current, "new", value)}
          onClose={onClose}
        />
      )}
      {opened.dialog === "approve" && (
        <ApproveDialog
          draft={opened.campaign}
          kept={composed.current.get(opened.campaign.id)}
          onKeep={(value) => keep(composed.current, opened.campaign.id, value)}
          onClose={onClose}
        />
      )}
      {opened.dialog === "edit" && (
        <EditMessageDialog
          campaign={opened.campaign}
          kept={messages.current.get(opened.campaign.id)}
          onKeep={(value) => keep(messages.current, opened.campaign.id, value)}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}

function keep<Key, Value>(store: Map<Key, Value>, key: Key, value: Value | undefined) {
  if (value === undefined) store.delete(key);
  else store.set(key, value);
}
