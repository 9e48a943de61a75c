import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import Captions from "lucide-react/icons/captions";
import Phone from "lucide-react/icons/phone";
import UserRoundCheck from "lucide-react/icons/user-round-check";
import { Link, useLocation, useSearch } from "wouter";
import type { CallTranscript } from "#src/calls/transcripts/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { useApi } from "#ui/api.ts";
import { formatDuration } from "#ui/calls/parts/call-format.ts";
import { SetUpAssistant } from "#ui/calls/parts/set-up-assistant.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Cards } from "#ui/kit/cards.tsx";
import { classes } from "#ui/kit/classes.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { MoreButton } from "#ui/shell/data/load-more.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { useSearchText } from "#ui/shell/format/search-text.ts";
import { searchableLabel } from "#ui/shell/format/searchable.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { CallDialog } from "./call-dialog.tsx";
import { callerNameOf, formatCaller } from "./names.ts";
import {
  type CallFilter,
  callCountQuery,
  callQuery,
  callsQuery,
  hrefOf,
  parseCallSearch,
} from "./queries.ts";
import { CallBadge } from "./state.tsx";

const NO_CALL = 0;

/** The address names the open call: it can be linked to, and Back closes it. */
export function CallTranscriptsScreen() {
  const api = useApi();
  const { q, show, call: id } = parseCallSearch(useSearch());
  const [, navigate] = useLocation();
  const list = useInfiniteQuery(callsQuery(api, q, show));
  const { data: count } = useQuery(callCountQuery(api));
  const { data: open } = useQuery({
    ...callQuery(api, id ?? NO_CALL),
    enabled: id !== undefined,
    // Usually found in the list.
    placeholderData: () => list.data?.pages.flat().find((one) => one.id === id),
  });

  return (
    <>
      <Bar title="Call Transcripts" meta={count === undefined ? undefined : formatNumber(count)} />
      <Page label="Call Transcripts">
        <div className="grid gap-5">
          {count !== 0 && (
            <FilterBar>
              <CallSearch q={q} />
              <Segmented
                label="Show"
                value={show}
                onValueChange={(next) => navigate(hrefOf({ q: "", show: next }), { replace: true })}
                options={SHOWS}
              />
            </FilterBar>
          )}
          {list.error && !list.data ? (
            <LoadFailed query={list} />
          ) : (
            <CallCards list={list} q={q} show={show} />
          )}
        </div>
      </Page>
      {id !== undefined && (
        <CallDialog key={id} call={open} onClose={() => navigate(hrefOf({ q, show }))} />
      )}
    </>
  );
}

const SHOWS = [
  { value: "all", label: "All" },
  { value: "unanswered", label: "Needs an Answer" },
] as const;

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  "name or phone": "Search name, phone or words",
  name: "Search name or words",
  phone: "Search phone",
};

/** Hidden from users who may not search names or numbers. */
function CallSearch({ q }: { q: string }) {
  const { user } = useCurrentUser();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useSearchText(q, (next) =>
    navigate(hrefOf({ q: next, show: "all" }), { replace: true }),
  );
  const by = user && searchableLabel(user);
  if (!by) return null;
  return (
    <SearchInput
      label="Search calls"
      placeholder={PLACEHOLDERS[by]}
      maxLength={100}
      value={typed}
      onValueChange={setTyped}
    />
  );
}

interface CallCardsProps extends CallFilter {
  list: UseInfiniteQueryResult<InfiniteData<CallTranscript[]>>;
}

const NARROWEST = "[--card:300px]";

function CallCards({ list, q, show }: CallCardsProps) {
  const isAdmin = useCurrentUser().user?.role === "admin";
  const calls = list.data?.pages.flat();
  if (!calls) return <LoadingCards />;
  if (calls.length === 0 && show === "unanswered")
    return (
      <EmptyState title="Nothing needs an answer">
        Missed calls, messages and requests of the last 14 days appear here until someone answers.
      </EmptyState>
    );
  if (calls.length === 0 && q === "")
    return (
      <EmptyState icon={Captions} title="No calls yet" action={<SetUpAssistant />}>
        {isAdmin
          ? "Once the AI receptionist answers your calls, you can read them here."
          : "Once the AI receptionist answers calls, you can read them here."}
      </EmptyState>
    );
  if (calls.length === 0)
    return (
      <EmptyState
        title="No calls found"
        action={
          <Link href="/call-transcripts" className={buttonClass({})}>
            Reset
          </Link>
        }
      >
        Search by name, the start or end of a number, or whole words from the call.
      </EmptyState>
    );
  return (
    <>
      <ul className={`cards ${NARROWEST}`}>
        {calls.map((call) => (
          <CallCard key={call.id} call={call} q={q} show={show} />
        ))}
      </ul>
      <MoreButton list={list} className="justify-self-center" />
    </>
  );
}

const WIDTHS = [150, 120, 165];

function LoadingCards() {
  return (
    <Cards busy className={NARROWEST}>
      {WIDTHS.map((width) => (
        <div key={width} className="card grid gap-2 p-4">
          <Skeleton width={width} />
          <Skeleton width={width * 1.6} />
          <Skeleton width={width * 1.2} />
        </div>
      ))}
    </Cards>
  );
}

interface CallCardProps extends CallFilter {
  call: CallTranscript;
}

/** Room for Call Back, which can't be in the link. */
const WITH_BUTTON = "flex min-h-8 items-center gap-1 pr-28 max-[1023px]:min-h-11";

function CallCard({ call, q, show }: CallCardProps) {
  const { now, timeZone } = useBusinessTime();
  const name = callerNameOf(call);
  const started = wallTime(call.callStartTime, timeZone);
  const isWaiting =
    (call.status === "missed" || call.message !== "") && call.callerNumber?.startsWith("+");
  return (
    <li className="relative grid">
      <Link href={hrefOf({ q, show }, call.id)} className="card flex min-w-0 flex-col gap-1.5 p-4">
        <span className="flex items-center gap-2 min-w-0">
          <span className="h3 num clip min-w-0">{name ?? formatCaller(call)}</span>
          {call.matchedContact && (
            <span className="flex-none" data-tip="Matched contact">
              <Icon of={UserRoundCheck} className="dim" />
              <span className="sr">Matched contact</span>
            </span>
          )}
          <span className="flex-1" />
          <CallBadge call={call} />
        </span>
        {name && <span className="sm dim num">{formatCaller(call)}</span>}
        <span className="sm dim clamp2 wrap-anywhere">{previewOf(call)}</span>
        <span className={classes("xs faint num mt-auto pt-1", isWaiting && WITH_BUTTON)}>
          {formatShortDay(started, wallTime(now, timeZone))} at {formatClock(started)}
          {" · "}
          <span className="sr">Duration </span>
          {call.status === "in_progress" ? "now" : formatDuration(call.callDuration)}
        </span>
      </Link>
      {isWaiting && (
        <a
          href={`tel:${call.callerNumber}`}
          className={classes(buttonClass({ size: "tiny" }), "absolute right-4 bottom-4")}
          aria-label={`Call Back: ${name ?? formatCaller(call)}`}
        >
          <Icon of={Phone} />
          Call Back
        </a>
      )}
    </li>
  );
}

/** The caller's first words, otherwise the message. */
function previewOf({ messagesJson, message, transcript, status }: CallTranscript): string {
  const first = messagesJson.find(({ role }) => role === "user")?.content;
  if (first) return first;
  if (message) return `Message: ${message}`;
  return transcript || (status === "in_progress" ? "Nothing said yet" : "Nothing was said");
}
