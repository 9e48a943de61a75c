import { useQuery } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Note } from "#ui/kit/notice.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { useCampaignActions } from "./campaign-actions.ts";
import { CampaignDialogs, type Opened } from "./campaign-dialogs.tsx";
import { CampaignGrid } from "./campaign-grid.tsx";
import { Drafts } from "./drafts.tsx";
import { campaignsQuery } from "./queries.ts";
import { parseStatusFilter } from "./status-filter.tsx";

export function CampaignsScreen() {
  const { user } = useCurrentUser();
  const { data: all, error } = useQuery(campaignsQuery(useApi()));
  const [params, setParams] = useSearchParams();
  const [opened, setOpened] = useState<Opened>();
  const [, navigate] = useLocation();
  const { stop, resume, remove, sendNow } = useCampaignActions();
  if (!user) return null;

  const isAdmin = user.role === "admin";
  const drafts = all?.filter(({ status }) => status === "draft") ?? [];
  const creating = parseNewCampaign(params);

  /** The page's state is its address; undefined values are omitted. */
  function show(change: Readonly<Record<string, string | undefined>>) {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change))
          if (value === undefined) after.delete(name);
          else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  }

  const create = () => show({ new: "1", from: undefined });
  const open = (dialog: Exclude<Opened["dialog"], "create">) => (campaign: Campaign) =>
    setOpened({ dialog, campaign });

  return (
    <>
      <Bar title="Campaigns">
        <BarAction icon={Plus} variant="primary" onClick={create}>
          {isAdmin ? "New Campaign" : "New Draft"}
        </BarAction>
      </Bar>
      <Page label="Campaigns">
        {error && !all && (
          <Note tone="bad" icon={CircleAlert} className="mb-4">
            {errorMessage(error)}
          </Note>
        )}
        {drafts.length > 0 && (
          <Drafts
            drafts={drafts}
            isAdmin={isAdmin}
            onApprove={open("approve")}
            onRemove={open("remove")}
            onEdit={open("edit")}
          />
        )}
        {(all || !error) && (
          <CampaignGrid
            campaigns={all?.filter(({ status }) => status !== "draft")}
            isAdmin={isAdmin}
            status={parseStatusFilter(params.get("status"))}
            onShow={(status) => show({ status: status === "all" ? undefined : status })}
            onCreate={create}
            actions={{
              stop,
              resume,
              edit: open("edit"),
              remove: open("remove"),
              reschedule: open("reschedule"),
              sendNow: open("send-now"),
              duplicate: ({ id }) => show({ new: "1", from: String(id) }),
              report: ({ id }) => navigate(`/campaigns/${id}`),
            }}
          />
        )}
      </Page>
      <CampaignDialogs
        opened={creating ?? opened}
        user={user}
        onRemove={remove}
        onSendNow={sendNow}
        onClose={() =>
          creating ? show({ new: undefined, from: undefined }) : setOpened(undefined)
        }
      />
    </>
  );
}

function parseNewCampaign(params: URLSearchParams): Opened | undefined {
  if (params.get("new") !== "1") return undefined;
  const from = Number(params.get("from"));
  return { dialog: "create", from: Number.isInteger(from) && from > 0 ? from : undefined };
}
