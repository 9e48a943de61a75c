import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import CloudDownload from "lucide-react/icons/cloud-download";
import Info from "lucide-react/icons/info";
import RefreshCw from "lucide-react/icons/refresh-cw";
import Star from "lucide-react/icons/star";
import UserRoundCheck from "lucide-react/icons/user-round-check";
import { useState } from "react";
import { reviews as endpoints, type Review } from "#src/reviews/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { seesNames } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Stat } from "#ui/kit/stat.tsx";
import { StatStrip } from "#ui/kit/stat-strip.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { LoadMore } from "#ui/shell/data/load-more.tsx";
import { useAddress } from "#ui/shell/data/use-address.ts";
import { useSearchText } from "#ui/shell/format/search-text.ts";
import { searchableLabel } from "#ui/shell/format/searchable.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { GoogleProblem, LastFetched, NotConnected } from "./google-status.tsx";
import { connectionQuery, parseSearch, reviewsQuery, statsQuery } from "./queries.ts";
import { ReviewTable } from "./review-table.tsx";

const ReadDialog = lazyDialog(async () => (await import("./read-dialog.tsx")).ReadDialog);
const MatchDialog = lazyDialog(async () => (await import("./match-dialog.tsx")).MatchDialog);

export function ReviewsScreen() {
  const api = useApi();
  const { user } = useCurrentUser();
  const [params, show] = useAddress();
  const q = parseSearch(params);
  const list = useInfiniteQuery(reviewsQuery(api, q));
  const { data: connection } = useQuery(connectionQuery(api));
  const { data: stats } = useQuery(statsQuery(api));
  const fetch = useAct(endpoints.fetch, {
    done: ({ message }) => ({ title: "Reviews fetched", description: message }),
    errors: { title: "Error fetching reviews", fallback: "Failed to fetch reviews from Google" },
  });
  const rematch = useAct(endpoints.rematch, {
    done: ({ message }) => ({ title: "Reviews re-matched", description: message }),
    errors: { title: "Error re-matching reviews", fallback: "Failed to re-match reviews" },
  });
  const { check, unmatch, busy } = useReviewActions();
  const [opened, setOpened] = useState<{ id: number; action: "read" | "match" }>();
  const reviews = list.data?.pages.flat();
  const about = reviews?.find(({ id }) => id === opened?.id);
  const close = () => setOpened(undefined);
  const actions = {
    read: ({ id }: Review) => setOpened({ id, action: "read" }),
    match:
      user && seesNames(user) ? ({ id }: Review) => setOpened({ id, action: "match" }) : undefined,
    unmatch,
    check,
  };
  const search = (q: string) => show({ q });
  const isEmpty = reviews?.length === 0 && q === "";

  return (
    <>
      <Bar title="Reviews">
        <BarAction
          icon={RefreshCw}
          busy={rematch.isPending && "Matching..."}
          onClick={() => rematch.run()}
        >
          Refresh & Match
        </BarAction>
        <BarAction
          icon={CloudDownload}
          variant={connection?.source === "none" ? "secondary" : "primary"}
          busy={fetch.isPending && "Fetching..."}
          onClick={() => fetch.run()}
        >
          Fetch from Google
        </BarAction>
      </Bar>
      <Page label="Reviews">
        <div className="grid gap-4">
          <Figures />
          {!isEmpty && <ReviewSearch q={q} onSearch={search} />}
          {!(isEmpty && connection?.source === "none" && connection.problem === null) && (
            <GoogleProblem />
          )}
          {list.error && !reviews ? (
            <LoadFailed query={list} />
          ) : isEmpty ? (
            connection?.source === "none" ? (
              <NotConnected />
            ) : (
              <EmptyState icon={Star} title="No reviews yet">
                Your Google reviews will appear here.
              </EmptyState>
            )
          ) : reviews?.length === 0 ? (
            <EmptyState
              title="No reviews found"
              action={<Button onClick={() => search("")}>Reset</Button>}
            >
              No reviews match this search.
            </EmptyState>
          ) : (
            <>
              <p className="sm dim flex items-start gap-2 -mb-1">
                <Icon of={Info} className="mt-0.5 flex-none" />
                <span>
                  Google prohibits offering rewards for reviews.
                  <span className="phone:hidden">
                    {" "}
                    Never promise a discount for one. If you gave one, press Mark Discount Applied.
                  </span>
                </span>
              </p>
              <ReviewTable reviews={reviews} busy={busy} actions={actions} />
            </>
          )}
          {/* A search has no total until its end is reached. */}
          <LoadMore
            list={list}
            loadedCount={reviews?.length ?? 0}
            total={q === "" ? stats?.total : undefined}
          />
        </div>
      </Page>
      {about && opened?.action === "read" && (
        <ReadDialog
          review={about}
          actions={actions}
          busy={busy.includes(about.id)}
          onClose={close}
        />
      )}
      {about && opened?.action === "match" && <MatchDialog review={about} onClose={close} />}
    </>
  );
}

/** What a review's row does. The row is busy until it shows the outcome. */
function useReviewActions() {
  const options = {
    done: ({ checkedOff, contact }: Review) => ({
      title: checkedOff ? "Discount applied" : "Discount pending",
      ...(contact && { description: formatPhone(contact.name) }),
    }),
  };
  const checkOff = useAct(endpoints.checkOff, options);
  const uncheck = useAct(endpoints.uncheck, options);
  const rematch = useAct(endpoints.match);
  const unmatch = useAct(endpoints.unmatch);

  return {
    check: ({ id, checkedOff }: Review) =>
      (checkedOff ? uncheck : checkOff).run({ params: { id } }),
    unmatch({ id, contactId, contact }: Review) {
      const undo = () => contactId !== null && rematch.run({ params: { id }, body: { contactId } });
      unmatch.run(
        { params: { id } },
        {
          done: {
            title: "Match removed",
            description: `We won't match it to ${contact?.name} again.`,
            ...(contactId !== null && { undo }),
          },
        },
      );
    },
    busy: [checkOff, uncheck, unmatch].flatMap(({ isPending, variables }) =>
      isPending && variables ? [variables.params.id] : [],
    ),
  };
}

/** Only by fields that the user may see. */
function ReviewSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const { user } = useCurrentUser();
  const [typed, setTyped] = useSearchText(q, onSearch);
  const by = user ? searchableLabel(user) : undefined;
  return (
    <FilterBar>
      {by && (
        <SearchInput
          label="Search reviews"
          placeholder={by === "phone" ? "Search by phone" : "Search by reviewer or contact"}
          value={typed}
          onValueChange={setTyped}
        />
      )}
      <LastFetched />
    </FilterBar>
  );
}

function Figures() {
  const { data: stats } = useQuery(statsQuery(useApi()));
  const ofAll = (part: number) =>
    stats && stats.total > 0 ? `${Math.round((part / stats.total) * 100)}% of all` : "";
  return (
    <StatStrip>
      <Stat icon={Star} label="Total Reviews" figure={stats?.total} />
      <Stat
        icon={UserRoundCheck}
        label="Matched to Contacts"
        figure={stats?.matched}
        note={stats && ofAll(stats.matched)}
      />
      <Stat icon={CircleCheck} label="Discounts Applied" figure={stats?.discounted} />
    </StatStrip>
  );
}
