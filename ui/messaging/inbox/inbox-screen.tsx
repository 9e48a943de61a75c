import { useQuery } from "@tanstack/react-query";
import MessageCircle from "lucide-react/icons/message-circle";
import SquarePen from "lucide-react/icons/square-pen";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useDebounced } from "#ui/shell/data/debounce.ts";
import { useFirstRows } from "#ui/shell/data/first-rows.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { searchableLabel } from "#ui/shell/format/searchable.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { BellButton } from "./bell-button.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import { NOT_ALONE } from "./layout.ts";
import { ClientsToMessage, DeletedConversation, NewMessageDialog } from "./lazy.ts";
import { PageEnd } from "./page-end.tsx";
import { hrefOf, useInboxPosition } from "./position.ts";
import { draftsQuery } from "./queries.ts";
import { ThreadPane } from "./thread-pane.tsx";
import { ThreadSkeleton } from "./thread-skeleton.tsx";
import {
  type Conversations,
  useConversations,
  useOpenConversation,
  withOpen,
} from "./use-conversations.ts";

/** On a phone, an open thread fills the screen: the bar shows only the page's name. */
const BAR_OF_THREAD =
  "phone:[&>.bar]:absolute phone:[&>.bar]:[clip-path:inset(50%)] phone:[&>.bar>:not(h1)]:hidden";

export function InboxScreen() {
  const place = useInboxPosition();
  const conversations = useConversations(place);
  const conversation = useOpenConversation(place.conversationId, conversations);
  const [writing, setWriting] = useState(false);
  const started = useRef<number>(undefined);
  const start = (id: number) => {
    started.current = id;
    place.open(id);
  };
  /** True once for a conversation that was opened to write. */
  const takeFocus = (id: number) => {
    const isStarted = started.current === id;
    if (isStarted) started.current = undefined;
    return isStarted;
  };

  return (
    <>
      <div className={classes("contents", conversation !== null && BAR_OF_THREAD)}>
        <Bar title="Inbox">
          <BellButton />
          <BarAction
            isOnly
            icon={SquarePen}
            aria-haspopup="dialog"
            onClick={() => setWriting(true)}
          >
            New Message
          </BarAction>
        </Bar>
      </div>
      <Page label="Inbox" flush>
        <div className="@container/inbox flex min-w-0 flex-1">
          <ConversationList
            conversations={conversations}
            open={conversation}
            isSplit={place.conversationId !== undefined}
          />
          {conversation && (
            <ThreadPane
              key={conversation.id}
              conversation={conversation}
              at={place.at}
              takeFocus={takeFocus}
            />
          )}
          {conversation === undefined && <ThreadSkeleton />}
          {conversation === null &&
            (place.conversationId === undefined ? (
              <div className={classes("grid min-w-0 flex-1 place-items-center", NOT_BESIDE_ROOMY)}>
                <EmptyState icon={MessageCircle} title="Select a conversation to start chatting" />
              </div>
            ) : (
              <DeletedConversation id={place.conversationId} onClose={place.close} />
            ))}
        </div>
      </Page>
      {writing && <NewMessageDialog onClose={() => setWriting(false)} onOpen={start} />}
    </>
  );
}

interface ConversationListProps {
  conversations: Conversations;
  open: ReturnType<typeof useOpenConversation>;
  /** Whether a thread is open. */
  isSplit: boolean;
}

const PANE =
  "flex min-h-0 flex-none flex-col border-line border-r phone:w-auto phone:min-w-0 phone:flex-1 phone:border-0 @max-[640px]/inbox:w-auto @max-[640px]/inbox:min-w-0 @max-[640px]/inbox:flex-1 @max-[640px]/inbox:border-0";

/** Beside an open thread. */
const BESIDE = `w-[clamp(272px,100cqw-420px,328px)] ${NOT_ALONE}`;
/** Without one, the previews have two lines, and on a tablet the list has the whole width. */
const ROOMY =
  "w-[clamp(272px,45cqw,480px)] @max-[720px]/inbox:w-auto @max-[720px]/inbox:min-w-0 @max-[720px]/inbox:flex-1 @max-[720px]/inbox:border-0";
const NOT_BESIDE_ROOMY = "phone:hidden @max-[720px]/inbox:hidden";

function ConversationList({ conversations, open, isSplit }: ConversationListProps) {
  const { error, hasMore, loadingMore, loadMore } = conversations;
  const { conversationId, q, show } = useInboxPosition();
  const isFiltered = show === "unread" && q === "";
  const all = useFirstRows(isFiltered ? withOpen(conversations, open) : conversations.all);
  const { data: savedDrafts } = useQuery(draftsQuery(useApi()));
  const drafts = useMemo(
    () => new Map(savedDrafts?.map((draft) => [draft.conversationId, draft.body])),
    [savedDrafts],
  );
  return (
    <section className={classes(PANE, isSplit ? BESIDE : ROOMY)} aria-label="Conversations">
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 px-3 pt-3 pb-2">
        <ConversationSearch />
        <nav className="seg flex-[1_1_180px] *:flex-1" aria-label="Conversations to show">
          <Link href={hrefOf({ conversationId })} aria-current={isFiltered ? undefined : "page"}>
            All
          </Link>
          <Link
            href={hrefOf({ conversationId, show: "unread" })}
            aria-current={isFiltered ? "page" : undefined}
          >
            Unread <span className="num faint">{conversations.unread || ""}</span>
          </Link>
        </nav>
      </div>
      <div
        className="relative min-h-0 flex-1 overflow-auto px-1.5 pb-2 [scrollbar-color:var(--line-2)_transparent] [scrollbar-width:thin]"
        aria-busy={!all && !error}
      >
        {error && <LoadFailed query={conversations.query} className="m-1.5" />}
        {!all && !error && <RowSkeletons />}
        {all?.length === 0 && <NoConversations />}
        {all && all.length > 0 && (
          <ul data-keys>
            {all.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                q={q}
                show={show}
                roomy={!isSplit}
                current={conversation.id === conversationId}
                draft={drafts.get(conversation.id)}
              />
            ))}
          </ul>
        )}
        {hasMore && <PageEnd label="Load More" busy={loadingMore} onReach={loadMore} />}
      </div>
    </section>
  );
}

/** Searches on the server after a pause in typing; the address holds the query. */
function ConversationSearch() {
  const place = useInboxPosition();
  const { user } = useCurrentUser();
  const [text, setText] = useState(place.q);
  const [known, setKnown] = useState(place.q);
  const pausedText = useDebounced(text).trim();

  // The address was changed elsewhere: Back, Reset or a link.
  if (place.q !== known) {
    setKnown(place.q);
    if (place.q !== text.trim()) setText(place.q);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a pause in the typing searches
  useEffect(() => {
    if (pausedText !== place.q && pausedText === text.trim()) place.search(pausedText);
  }, [pausedText]);

  if (user && !searchableLabel(user)) return null;
  return (
    <div className="min-w-0 flex-[999_1_320px]">
      <SearchInput
        label="Search conversations"
        maxLength={100}
        value={text}
        onValueChange={setText}
      />
    </div>
  );
}

function NoConversations() {
  const { q, show, search, open } = useInboxPosition();
  if (q)
    return (
      <>
        <EmptyState
          title="No conversations found"
          action={<Button onClick={() => search("")}>Reset</Button>}
        >
          No conversation matches “{q}”.
        </EmptyState>
        <ClientsToMessage q={q} onOpen={open} />
      </>
    );
  if (show === "unread")
    return (
      <EmptyState icon={MessageCircle} title="You're all caught up">
        Texts that no one has opened appear here.
      </EmptyState>
    );
  return (
    <EmptyState icon={MessageCircle} title="No conversations yet">
      When a client replies, or you write to one, the conversation appears here.
    </EmptyState>
  );
}

const WIDTHS = [180, 210, 150, 195, 165, 205, 140, 185];

function RowSkeletons() {
  return (
    <div aria-hidden="true">
      {WIDTHS.map((width) => (
        <div key={width} className="flex gap-3 px-2.5 py-[9px] phone:py-[11px]">
          <Skeleton width={40} height={40} round />
          <div className="flex flex-col justify-center gap-2">
            <Skeleton width={width / 2} />
            <Skeleton width={width} />
          </div>
        </div>
      ))}
    </div>
  );
}
