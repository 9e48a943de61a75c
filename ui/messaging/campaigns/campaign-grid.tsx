import ListFilter from "lucide-react/icons/list-filter";
import Megaphone from "lucide-react/icons/megaphone";
import Plus from "lucide-react/icons/plus";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Cards } from "#ui/kit/cards.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Filter } from "#ui/kit/filter.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { formatLoaded, MoreButton, type Paged } from "#ui/shell/data/load-more.tsx";
import type { CampaignActions } from "./campaign-action-buttons.tsx";
import { CampaignCard } from "./campaign-card.tsx";
import { type CampaignFilter, STATUS_OPTIONS } from "./status.ts";

interface CampaignGridProps {
  /** Without drafts; undefined while they load. */
  campaigns: readonly Campaign[] | undefined;
  list: Paged;
  isAdmin: boolean;
  status: CampaignFilter;
  onShow: (status: CampaignFilter) => void;
  onCreate: () => void;
  actions: CampaignActions;
}

export function CampaignGrid(props: CampaignGridProps) {
  const { campaigns: cards, list, isAdmin, status, onShow, onCreate, actions } = props;
  return (
    <section aria-labelledby="campaigns">
      <div className="sec">
        <h2 className="h2" id="campaigns" tabIndex={-1}>
          {isAdmin ? "Active Campaigns" : "My Campaigns"}
        </h2>
        {cards && <span className="chip num">{formatLoaded(cards.length, list)}</span>}
        <span className="flex-1 min-w-0" />
        {cards && (cards.length > 0 || status !== "all") && (
          <Filter
            value={status}
            onValueChange={onShow}
            options={STATUS_OPTIONS}
            trigger={
              <Button size="tiny" icon={ListFilter} className="only-phone">
                {status === "all" ? "Filter" : labelOf(status)}
              </Button>
            }
          />
        )}
      </div>
      {cards === undefined ? (
        <Cards busy className="[--card:290px]">
          <SkeletonCards />
        </Cards>
      ) : cards.length > 0 ? (
        <>
          <Cards className="[--card:290px]">
            {cards.map((campaign) => (
              <CampaignCard
                key={campaign.id}
                campaign={campaign}
                isAdmin={isAdmin}
                actions={actions}
              />
            ))}
          </Cards>
          <MoreButton list={list} className="mx-auto mt-4" />
        </>
      ) : status === "all" ? (
        <EmptyState
          level={3}
          icon={Megaphone}
          title="No campaigns yet"
          action={
            <Button icon={Plus} onClick={onCreate}>
              {isAdmin ? "New Campaign" : "New Draft"}
            </Button>
          }
        >
          {isAdmin
            ? "Write a text, choose recipients, and see the cost before you send."
            : "Write a draft. We'll send it once an administrator approves it."}
        </EmptyState>
      ) : (
        <EmptyState
          level={3}
          title={`No ${status} campaigns`}
          action={<Button onClick={() => onShow("all")}>Show All</Button>}
        />
      )}
    </section>
  );
}

const SKELETONS = 6;

function SkeletonCards() {
  return Array.from({ length: SKELETONS }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all the same
    <div key={at} className="card flex h-52 flex-col gap-4 p-4" aria-hidden="true">
      <Skeleton width="60%" height={14} />
      <Skeleton />
      <Skeleton width="80%" />
      <Skeleton height={6} />
    </div>
  ));
}

function labelOf(status: CampaignFilter) {
  return STATUS_OPTIONS.find((option) => option.value === status)?.label;
}
