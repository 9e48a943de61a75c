import { useQueryClient } from "@tanstack/react-query";
import { campaigns, type Resolution } from "#src/messaging/campaigns/contract.ts";
import { useApi } from "#ui/api.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { reportQuery } from "./report-queries.ts";

const DONE: Record<Resolution, string> = {
  arrived: "Counted as sent",
  "send-again": "Sending it again",
  leave: "Counted as failed",
};

/** Resolves a text with an unknown outcome. */
export function useResolve(campaignId: number) {
  const api = useApi();
  const client = useQueryClient();
  const { run, isPending, variables } = useAct(campaigns.resolve, {
    done: (_, { body }) => DONE[body.as],
    onDone: (campaign) =>
      client.setQueryData(
        reportQuery(api, campaignId).queryKey,
        (report) => report && { ...report, campaign },
      ),
  });
  return {
    run: (id: number, as: Resolution) => run({ params: { id }, body: { as } }),
    /** The recipient that is being resolved. */
    resolvingId: isPending ? variables?.params.id : undefined,
  };
}
