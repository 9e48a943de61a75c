import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { type Campaign, campaigns } from "#src/messaging/campaigns/contract.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { showError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";
import type { Composed, SavedInputProps } from "./composed.ts";
import { reportQuery } from "./report-queries.ts";

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
  const toasts = useToasts();
  if (!opened) return null;
  const savedProps = <Value,>(store: Map<string, Value>, key: string): SavedInputProps<Value> => ({
    saved: store.get(key),
    onClose(unsent) {
      if (unsent === undefined) store.delete(key);
      else {
        store.set(key, unsent);
        toasts.show({ title: "Draft kept", description: "It stays until you leave this screen." });
      }
      onClose();
    },
  });

  const isAdmin = user.role === "admin";
  if (opened.dialog === "create") {
    const { from } = opened;
    const create = { isAdmin, ...savedProps(composed.current, `new ${from ?? ""}`) };
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
          {...savedProps(composed.current, `${id} ${campaign.version}`)}
        />
      )}
      {dialog === "edit" && (
        <EditMessageDialog
          campaign={campaign}
          needsApproval={!isAdmin}
          {...savedProps(messages.current, id)}
        />
      )}
      {dialog === "reschedule" && <RescheduleDialog campaign={campaign} onClose={onClose} />}
      {dialog === "send-now" && (
        <SendNowDialog campaign={campaign} onConfirm={props.onSendNow} onClose={onClose} />
      )}
    </>
  );
}

type Pages = InfiniteData<Campaign[]>;
/** All lists of campaigns, whatever their filter. */
const LISTS = { queryKey: ["pages", campaigns.list.path] };

interface OptimisticAction {
  readonly run: (campaign: Campaign) => Promise<unknown>;
  /** The expected campaign, shown before the reply; undefined for deletion. */
  readonly expected: (campaign: Campaign) => Campaign | undefined;
  readonly done: string | ((campaign: Campaign) => string);
  readonly failed: string;
}

/** A campaign's actions, shown optimistically and rolled back when the server refuses. */
function useCampaignActions() {
  const api = useApi();
  const { user } = useCurrentUser();
  const params = ({ id }: Campaign) => ({ params: { id } });

  return {
    stop: useOptimistic({
      run: (campaign) => api(campaigns.stop, params(campaign)),
      expected: withStatus("stopped"),
      done: "Campaign stopped",
      failed: "Error",
    }),
    resume: useOptimistic({
      run: (campaign) => api(campaigns.resume, params(campaign)),
      expected: withStatus("sending"),
      done: "Campaign resumed",
      failed: "Error",
    }),
    sendNow: useOptimistic({
      run: (campaign) =>
        api(campaigns.reschedule, { ...params(campaign), body: { scheduledFor: null } }),
      expected: withStatus("sending"),
      done: "Your campaign will send shortly",
      failed: "Error",
    }),
    remove: useOptimistic({
      run: (campaign) => api(campaigns.remove, params(campaign)),
      expected: () => undefined,
      done: ({ status, userId }) =>
        status === "draft" && userId !== user?.id ? "Draft rejected" : "Campaign deleted",
      failed: "Failed to delete campaign",
    }),
  };
}

function withStatus(status: Campaign["status"]): OptimisticAction["expected"] {
  return (campaign) => ({ ...campaign, status, reason: null, heldUntil: null, scheduledAt: null });
}

function useOptimistic(action: OptimisticAction): (campaign: Campaign) => void {
  const { run, expected, done, failed } = action;
  const client = useQueryClient();
  const toasts = useToasts();
  const api = useApi();
  const { mutate } = useMutation({
    mutationFn: run,
    async onMutate(campaign) {
      const report = reportQuery(api, campaign.id).queryKey;
      // A running poll would restore the old state.
      await client.cancelQueries(LISTS);
      const before = {
        lists: client.getQueriesData<Pages>(LISTS),
        report: client.getQueryData(report),
      };
      const after = expected(campaign);
      const update = (page: Campaign[]) =>
        page.flatMap((one) => (one.id !== campaign.id ? [one] : after ? [after] : []));
      client.setQueriesData<Pages>(
        LISTS,
        (list) => list && { ...list, pages: list.pages.map(update) },
      );
      client.setQueryData(report, (cached) => cached && after && { ...cached, campaign: after });
      return before;
    },
    onSuccess: (_, campaign) =>
      toasts.show({ title: typeof done === "function" ? done(campaign) : done }),
    onError(error, campaign, before) {
      for (const [key, list] of before?.lists ?? []) client.setQueryData(key, list);
      client.setQueryData(reportQuery(api, campaign.id).queryKey, before?.report);
      showError(toasts, error, { title: failed });
    },
    onSettled: () => refresh(client, "campaigns"),
  });
  return mutate;
}
