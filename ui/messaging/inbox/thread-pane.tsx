import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import BellOff from "lucide-react/icons/bell-off";
import { memo, Suspense, useEffect, useRef, useState } from "react";
import { type Conversation, type ConversationList, inbox } from "#src/messaging/inbox/contract.ts";
import { useLazy } from "#ui/kit/lazy.ts";
import { Note } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { clientPart } from "./client-panel.ts";
import { Composer } from "./composer.tsx";
import { THIRD_PANE } from "./layout.ts";
import { ClientSheet, DeleteConversation, optOutReview } from "./lazy.ts";
import { Messages } from "./messages.tsx";
import { nameOf } from "./names.ts";
import { CONVERSATION_LISTS } from "./queries.ts";
import { ThreadHead } from "./thread-head.tsx";

interface ThreadPaneProps {
  conversation: Conversation;
  /** The id of the message that the thread opens at. */
  at: number | undefined;
  /** True once if it was opened to write. */
  takeFocus: (id: number) => boolean;
}

/** One open conversation; keyed by its id, so that each starts with fresh state. */
export function ThreadPane({ conversation, at, takeFocus }: ThreadPaneProps) {
  const [sheetOpen, setSheetOpen] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const { contact } = conversation;
  useMarkRead(conversation);
  const isUnclear = !contact.optedOut && Boolean(conversation.optOutReview);
  const Review = useLazy(isUnclear, optOutReview);

  function askToDelete() {
    setSheetOpen(false);
    setDeleting(true);
  }

  return (
    <>
      <section
        className="relative flex min-w-0 flex-1 flex-col"
        aria-label={`Conversation with ${nameOf(contact)}`}
      >
        <ThreadHead contact={contact} onDetails={() => setSheetOpen(true)} onDelete={askToDelete} />
        {/* Keyed by position: a jump within the thread starts a new window. */}
        <Messages key={at ?? "newest"} conversation={conversation} at={at} />
        {isUnclear && Review && <Review conversation={conversation} />}
        {contact.optedOut ? (
          <div className="flex-none px-5 pt-2 pb-5 phone:px-2.5 phone:pb-[calc(10px+env(safe-area-inset-bottom))]">
            <Note icon={BellOff} role="status">
              This contact has opted out and cannot receive messages
            </Note>
          </div>
        ) : (
          <Composer conversation={conversation} takeFocus={takeFocus} />
        )}
      </section>
      <aside
        className={`${THIRD_PANE} w-[292px] flex-none overflow-auto border-line border-l [scrollbar-width:none]`}
        aria-label="Client Details"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <ClientPart conversation={conversation} onDelete={askToDelete} />
      </aside>
      {sheetOpen && (
        <ClientSheet
          conversation={conversation}
          onClose={() => setSheetOpen(false)}
          onDelete={askToDelete}
        />
      )}
      {deleting && (
        <DeleteConversation conversation={conversation} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}

interface ClientPartProps {
  conversation: Conversation;
  onDelete: () => void;
}

/** React would drop the server's markup when it rerenders before the code has loaded. */
const ClientPart = memo(
  function ClientPart(props: ClientPartProps) {
    return (
      <Suspense>
        <clientPart.Component {...props} />
      </Suspense>
    );
  },
  () => !clientPart.isLoaded(),
);

/**
 * Marks an open and visible conversation as read, once per new message. After a failure, it waits
 * until the conversation is opened again.
 */
function useMarkRead({ id, unreadCount, lastMessageAt }: Conversation): void {
  const client = useQueryClient();
  const isVisible = usePageVisible();
  const markedAt = useRef("");

  const { run, error } = useAct(inbox.markRead, {
    onDone: () => showAsRead(client, id),
    errors: {
      title: "Failed to mark messages as read",
      description: "Switch to another conversation and back to retry",
    },
  });
  const isError = error !== null;

  useEffect(() => {
    if (unreadCount > 0 && isVisible && !isError && markedAt.current !== lastMessageAt) {
      markedAt.current = lastMessageAt;
      run({ params: { id } });
    }
  }, [unreadCount, isVisible, isError, lastMessageAt, id, run]);
}

function usePageVisible(): boolean {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === "visible");
    update();
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return isVisible;
}

function showAsRead(client: QueryClient, id: number): void {
  client.setQueriesData<InfiniteData<ConversationList>>(
    CONVERSATION_LISTS,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          conversations: page.conversations.map((one) =>
            one.id === id ? { ...one, unreadCount: 0 } : one,
          ),
        })),
      },
  );
}
