import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Campaign, campaigns } from "#src/campaigns/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { campaignsQuery } from "./queries.ts";

type Change = (list: readonly Campaign[], campaign: Campaign) => Campaign[];

interface Act {
  readonly run: (campaign: Campaign) => Promise<unknown>;
  /** How the list looks once it has worked, shown before it has. */
  readonly expected: Change;
  readonly done: string;
  readonly failed: string;
}

/** What a card's buttons do: shown at once, and taken back when the server says no. */
export function useCampaignActs() {
  const call = useCall();
  const params = ({ id }: Campaign) => ({ params: { id } });

  return {
    stop: useOptimistic({
      run: (campaign) => call(campaigns.stop, params(campaign)),
      expected: becoming("stopped"),
      done: "Campaign stopped",
      failed: "Error",
    }),
    resume: useOptimistic({
      run: (campaign) => call(campaigns.resume, params(campaign)),
      expected: becoming("sending"),
      done: "Campaign resumed",
      failed: "Error",
    }),
    remove: useOptimistic({
      run: (campaign) => call(campaigns.remove, params(campaign)),
      expected: (list, { id }) => list.filter((one) => one.id !== id),
      done: "Campaign deleted",
      failed: "Failed to delete campaign",
    }),
  };
}

function becoming(status: Campaign["status"]): Change {
  return (list, { id }) =>
    list.map((one) => (one.id === id ? { ...one, status, reason: null, heldUntil: null } : one));
}

function useOptimistic({ run, expected, done, failed }: Act): (campaign: Campaign) => void {
  const client = useQueryClient();
  const toasts = useToasts();
  const { queryKey } = campaignsQuery(useCall());

  const { mutate } = useMutation({
    mutationFn: run,
    async onMutate(campaign) {
      // A poll that is under way would bring the old state back.
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (list) => list && expected(list, campaign));
      return { before };
    },
    onSuccess: () => toasts.show({ title: done }),
    onError(error, _campaign, context) {
      client.setQueryData(queryKey, context?.before);
      toasts.show({ title: failed, description: wordsOf(error), kind: "destructive" });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return mutate;
}
