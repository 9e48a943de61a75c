import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "#ui/api.ts";
import { classes } from "#ui/kit/classes.ts";
import { useFirstRows } from "#ui/shell/data/first-rows.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import { ConversationSearch } from "./conversation-search.tsx";
import { NOT_ALONE } from "./layout.ts";
import { NoConversations } from "./no-conversations.tsx";
import { PageEnd } from "./page-end.tsx";
import { useInboxPosition } from "./position.ts";
import { draftsQuery } from "./queries.ts";
import { RowSkeletons } from "./row-skeletons.tsx";
import type { Conversations } from "./use-conversations.ts";

interface ConversationListProps {
  conversations: Conversations;
  /** A thread is open. */
  isSplit: boolean;
}

const PANE =
  "flex min-h-0 w-[328px] flex-none flex-col border-line border-r phone:w-auto phone:min-w-0 phone:flex-1 phone:border-0 @max-[640px]/inbox:w-auto @max-[640px]/inbox:min-w-0 @max-[640px]/inbox:flex-1 @max-[640px]/inbox:border-0";

export function ConversationList({ conversations, isSplit }: ConversationListProps) {
  const { error, hasMore, loadingMore, loadMore } = conversations;
  const all = useFirstRows(conversations.all);
  const { conversationId, q } = useInboxPosition();
  const { data: savedDrafts } = useQuery(draftsQuery(useApi()));
  const drafts = useMemo(
    () => new Map(savedDrafts?.map((draft) => [draft.conversationId, draft.body])),
    [savedDrafts],
  );
  return (
    <section className={classes(PANE, isSplit && NOT_ALONE)} aria-label="Conversations">
      <ConversationSearch />
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
                current={conversation.id === conversationId}
                draft={drafts.get(conversation.id)}
              />
            ))}
          </ul>
        )}
        {hasMore && <PageEnd label="Load more" busy={loadingMore} onReach={loadMore} />}
      </div>
    </section>
  );
}
