import { useMutation, useQueryClient } from "@tanstack/react-query";
import { campaigns, type Resolution } from "#src/messaging/campaigns/contract.ts";
import { useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { campaignsQuery } from "./queries.ts";
import { reportQuery } from "./report-queries.ts";

const DONE: Record<Resolution, string> = {
  arrived: "Counted as sent",
  "send-again": "It is sent again",
  leave: "Counted as failed",
};

/** Decides what became of a text nobody could confirm. */
export function useSettle(campaignId: number) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, as }: { id: number; as: Resolution }) =>
      api(campaigns.resolve, { params: { id }, body: { as } }),
    onSuccess(campaign, { as }) {
      client.setQueryData(
        reportQuery(api, campaignId).queryKey,
        (report) => report && { ...report, campaign },
      );
      toasts.show({ title: DONE[as] });
    },
    onError: (error) => tellError(toasts, error),
    // Its key begins those of the report and of the list of unknown ones.
    onSettled: () => client.invalidateQueries(campaignsQuery(api)),
  });
  return {
    run: (id: number, as: Resolution) => mutate({ id, as }),
    /** The recipient that is being decided. */
    settling: isPending ? variables.id : undefined,
  };
}
