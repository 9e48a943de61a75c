import { useQuery } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { useCall, wordsOf } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Note } from "#ui/kit/note.tsx";
import { Bar } from "#ui/shell/bar.tsx";
import { BarAction } from "#ui/shell/bar-action.tsx";
import { Page } from "#ui/shell/page.tsx";
import { useCampaignActs } from "./campaign-acts.ts";
import { CampaignDialogs, type Opened } from "./campaign-dialogs.tsx";
import { CampaignGrid } from "./campaign-grid.tsx";
import { Drafts } from "./drafts.tsx";
import { campaignsQuery } from "./queries.ts";
import { shownFrom } from "./status-filter.tsx";

export function CampaignsScreen() {
  const { user } = useCurrentUser();
  const { data: all, error } = useQuery(campaignsQuery(useCall()));
  const [params, setParams] = useSearchParams();
  const [opened, setOpened] = useState<Opened>();
  const { stop, resume, remove } = useCampaignActs();
  if (!user) return null;

  const isAdmin = user.role === "admin";
  const drafts = all?.filter(({ status }) => status === "draft") ?? [];
  const creating = params.get("new") === "1";

  /** What the page shows is in its address; undefined leaves it out. */
  function show(name: "new" | "status", value: string | undefined) {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === undefined) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  }

  const create = () => show("new", "1");

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
            {wordsOf(error)}
          </Note>
        )}
        {drafts.length > 0 && (
          <Drafts
            drafts={drafts}
            isAdmin={isAdmin}
            onApprove={(campaign) => setOpened({ dialog: "approve", campaign })}
            onRemove={(campaign) => setOpened({ dialog: "remove", campaign })}
            onEdit={(campaign) => setOpened({ dialog: "edit", campaign })}
          />
        )}
        {(all || !error) && (
          <CampaignGrid
            campaigns={all?.filter(({ status }) => status !== "draft")}
            isAdmin={isAdmin}
            shown={shownFrom(params.get("status"))}
            onShow={(shown) => show("status", shown === "all" ? undefined : shown)}
            onCreate={create}
            acts={{
              stop,
              resume,
              edit: (campaign) => setOpened({ dialog: "edit", campaign }),
              remove: (campaign) => setOpened({ dialog: "remove", campaign }),
            }}
          />
        )}
      </Page>
      <CampaignDialogs
        opened={creating ? { dialog: "create" } : opened}
        user={user}
        onRemove={remove}
        onClose={() => (creating ? show("new", undefined) : setOpened(undefined))}
      />
    </>
  );
}
