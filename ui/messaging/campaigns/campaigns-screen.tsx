import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import Plus from "lucide-react/icons/plus";
import ShieldCheck from "lucide-react/icons/shield-check";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { offers } from "#src/clients/offers/contract.ts";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { formatCount, formatNumber } from "#src/shared/format-count.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button, type ButtonProps } from "#ui/kit/button.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { formatLoaded, MoreButton, type Paged } from "#ui/shell/data/load-more.tsx";
import { useAddress } from "#ui/shell/data/use-address.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { CampaignDialogs, type Opened, useCampaignButtons } from "./campaign-dialogs.tsx";
import { CampaignGrid } from "./campaign-grid.tsx";
import { CampaignTabs } from "./campaign-tabs.tsx";
import { FilledMessage } from "./phone-frame.tsx";
import { basesQuery, campaignsQuery, leftOutHref, progressQuery, sectionOf } from "./queries.ts";
import { type CampaignFilter, parseStatusFilter } from "./status.ts";

export function CampaignsScreen() {
  const { user } = useCurrentUser();
  const [params, show] = useAddress();
  const status = parseStatusFilter(params.get("status"));
  const { drafts, campaigns, error, failed } = useCampaigns(status);
  const [, navigate] = useLocation();
  const { opened, open, close, remove, sendNow, actions } = useCampaignButtons();
  if (!user) return null;

  const isAdmin = user.role === "admin";
  const creating = parseNewCampaign(params);

  const create = () => show({ new: "1", from: undefined });

  return (
    <>
      <Bar title="Campaigns">
        <BarAction icon={Plus} variant="primary" onClick={create}>
          {isAdmin ? "New Campaign" : "New Draft"}
        </BarAction>
      </Bar>
      <Page label="Campaigns">
        <div className="mb-5 flex">
          <CampaignTabs current="/campaigns" />
        </div>
        {isAdmin && <ConsentNotice />}
        {error && !campaigns.rows && <LoadFailed query={failed} className="mb-4" />}
        {drafts.rows.length > 0 && (
          <Drafts
            drafts={drafts.rows}
            list={drafts.list}
            isAdmin={isAdmin}
            onApprove={open("approve")}
            onRemove={open("remove")}
            onEdit={open("edit")}
          />
        )}
        {(campaigns.rows || !error) && (
          <CampaignGrid
            campaigns={campaigns.rows}
            list={campaigns.list}
            isAdmin={isAdmin}
            status={status}
            onShow={(status) => show({ status: status === "all" ? undefined : status })}
            onCreate={create}
            actions={{
              ...actions,
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
        onClose={() => (creating ? show({ new: undefined, from: undefined }) : close())}
      />
    </>
  );
}

function parseNewCampaign(params: URLSearchParams): Opened | undefined {
  if (params.get("new") !== "1") return undefined;
  const from = Number(params.get("from"));
  return { dialog: "create", from: Number.isInteger(from) && from > 0 ? from : undefined };
}

/** The screen's two lists, page by page, with the latest counts of campaigns that are sending. */
function useCampaigns(filter: CampaignFilter) {
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
    failed: list.error ? list : drafts,
  };
}

/** Tells administrators, once after an upgrade, that campaigns no longer reach all clients. */
function ConsentNotice() {
  const { data: bases } = useQuery(basesQuery(useApi()));
  const read = useAct(offers.readNotice, {});
  if (!bases?.isNew) return null;
  const left = bases.asked + bases.none;
  return (
    <Note icon={ShieldCheck} className="mb-4">
      <p className="font-label">Campaigns now go to clients who agreed or came in</p>
      <p className="sm mt-1">
        They reach clients who agreed to offers, and clients with a visit or purchase in the last 18
        months: {formatCount(bases.agreed + bases.client, "client")} today.{" "}
        {left === 0
          ? "No one is left out."
          : `${formatCount(left, "client is", "clients are")} left out. If they agreed, select them in Contacts and record how.`}
      </p>
      <p className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-2">
        {left > 0 && (
          <Link href={leftOutHref()} className="link sm underline">
            See who is left out
          </Link>
        )}
        <Button size="tiny" busy={read.isPending && "Closing..."} onClick={() => read.run()}>
          Got It
        </Button>
      </p>
    </Note>
  );
}

interface DraftsProps {
  drafts: readonly Campaign[];
  list: Paged;
  isAdmin: boolean;
  onApprove: (draft: Campaign) => void;
  /** An admin who deletes another user's draft rejects it. */
  onRemove: (draft: Campaign) => void;
  onEdit: (draft: Campaign) => void;
}

function Drafts({ drafts, list, isAdmin, onApprove, onRemove, onEdit }: DraftsProps) {
  return (
    <section className="mb-7" aria-labelledby="drafts">
      <div className="sec">
        <h2 className="h2" id="drafts">
          {isAdmin ? "Pending Drafts" : "My Drafts"}
        </h2>
        <span className="chip num">{formatLoaded(drafts.length, list)}</span>
      </div>
      <div className="card">
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft}>
            <DraftButton variant="quiet" name={draft.name} onClick={() => onEdit(draft)}>
              Edit
            </DraftButton>
            {isAdmin ? (
              <>
                <DraftButton variant="quiet" name={draft.name} onClick={() => onRemove(draft)}>
                  Reject
                </DraftButton>
                <DraftButton icon={Check} name={draft.name} onClick={() => onApprove(draft)}>
                  Approve
                </DraftButton>
              </>
            ) : (
              // Some of its texts may have been sent, so only an administrator deletes it.
              draft.totalRecipients === 0 && (
                <DraftButton variant="quiet" name={draft.name} onClick={() => onRemove(draft)}>
                  Delete
                </DraftButton>
              )
            )}
          </DraftRow>
        ))}
      </div>
      <MoreButton list={list} className="mx-auto mt-3" />
    </section>
  );
}

function DraftButton({ name, children, ...rest }: ButtonProps & { name: string }) {
  return (
    <Button {...rest} className="@max-[620px]/page:flex-1">
      {children}
      <span className="sr"> {name}</span>
    </Button>
  );
}

function DraftRow({ draft, children }: { draft: Campaign; children: ReactNode }) {
  const { name, message, author, userId, createdAt, sentCount, totalRecipients } = draft;
  return (
    <article
      className="line-row py-3 @max-[620px]/page:flex-wrap @max-[620px]/page:items-start"
      aria-label={`Draft: ${name}`}
    >
      <Avatar id={userId} name={author} />
      <div className="grid flex-1 min-w-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2">
        <h3 className="h3 clip @max-[620px]/page:col-span-2">{name}</h3>
        <span className="flex @max-[620px]/page:row-start-3 @max-[620px]/page:mt-1">
          <StatusBadge status="draft" />
        </span>
        <p className="sm dim col-span-2 whitespace-pre-wrap wrap-anywhere">
          <FilledMessage message={message} />
        </p>
        <p className="xs faint col-span-2 @max-[620px]/page:col-start-2 @max-[620px]/page:row-start-3">
          {author}, <RelativeTime iso={createdAt} inline />
          {totalRecipients > 0 &&
            ` · ${formatNumber(sentCount)} of ${formatNumber(totalRecipients)} sent`}
        </p>
      </div>
      <div className="flex items-center gap-2 min-w-0 @max-[620px]/page:w-full @max-[620px]/page:pl-11">
        {children}
      </div>
    </article>
  );
}
