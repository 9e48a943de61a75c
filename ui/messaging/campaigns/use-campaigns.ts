import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { useApi } from "#ui/api.ts";
import { campaignsQuery, progressQuery, sectionOf } from "./queries.ts";
import type { CampaignFilter } from "./status.ts";

/** The screen's two lists, page by page, with the latest counts of campaigns that are sending. */
export function useCampaigns(filter: CampaignFilter) {
  const api = useApi();
  const drafts = useInfiniteQuery(campaignsQuery(api, { drafts: "only" }));
  const list = useInfiniteQuery(campaignsQuery(api, sectionOf(filter)));
  const { data: sending } = useQuery(progressQuery(api));
  const latest = new Map(sending?.map((campaign) => [campaign.id, campaign]));

  // The list knows of a stop before the progress does.
  const withProgress = (campaign: Campaign) =>
    campaign.status === "sending" ? (latest.get(campaign.id) ?? campaign) : campaign;
  return {
    drafts: {
      list: drafts,
      rows: drafts.data?.pages.flat().filter(({ isDraft }) => isDraft) ?? [],
    },
    campaigns: {
      list,
      rows: list.data?.pages
        .flat()
        .filter(({ isDraft }) => !isDraft)
        .map(withProgress),
    },
    error: list.error ?? drafts.error,
    /** The list that could not be loaded. */
    failed: list.error ? list : drafts,
  };
}
