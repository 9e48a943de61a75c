import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Campaign, campaigns } from "#src/messaging/campaigns/contract.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { showError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";
import { reportQuery } from "./report-queries.ts";

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
export function useCampaignActions() {
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
