import { type Signal, signal } from "@preact/signals-react";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { inbox, type Draft as KeptDraft } from "#src/messaging/inbox/contract.ts";
import type { Media } from "#src/messaging/media/contract.ts";
import { type Api, useApi } from "#ui/api.ts";
import { draftsQuery } from "./queries.ts";

/** A chosen picture; it is uploading until `media` is set. */
export interface Picture {
  /** URL of the local copy; also its key. */
  readonly preview: string;
  readonly name: string;
  readonly media: Media | undefined;
}

interface Draft {
  readonly text: string;
  readonly pictures: readonly Picture[];
  /**
   * The failed request, kept while the text is unchanged: sending again repeats it with the same
   * key.
   */
  readonly failed?: { readonly body: string; readonly key: string };
}

export interface DraftKeeper {
  readonly draft: Signal<Draft>;
  write(next: Draft): void;
  /** Empties the draft when its text is sent, also on the server if a save is under way that could arrive after the text. */
  clear(): void;
  /** Saves unsaved text, after a save that is under way. */
  flush(): void;
}

const EMPTY: Draft = { text: "", pictures: [] };
const PAUSE_MS = 1_000;

/**
 * The unsent draft. It is held in the query cache, so that it survives switching conversations, and
 * saved on the server for reloads and other devices.
 */
export function useDraft(conversationId: number): DraftKeeper {
  const api = useApi();
  const client = useQueryClient();
  const { data: kept } = useQuery(draftsQuery(api));
  const saved = kept?.find((one) => one.conversationId === conversationId)?.body ?? "";
  const [draftKeeper] = useState(() => createDraftKeeper(client, api, conversationId, saved));

  useEffect(() => draftKeeper.receive(saved), [draftKeeper, saved]);
  useEffect(() => {
    addEventListener("pagehide", draftKeeper.flushNow);
    return () => removeEventListener("pagehide", draftKeeper.flushNow);
  }, [draftKeeper]);
  return draftKeeper;
}

/** What was typed in a conversation on this page and not sent. */
export function unsentText(client: QueryClient, conversationId: number): string {
  const draftKeeper = client.getQueryData<DraftKeeper>(["draft-keepers", conversationId]);
  return draftKeeper?.draft.peek().text.trim() ?? "";
}

interface SyncedDraftKeeper extends DraftKeeper {
  /** Saves unsaved text before the page is gone, and waits for nothing. */
  flushNow(): void;
  /** Applies the server's text unless newer text was typed here. */
  receive(saved: string): void;
}

function createDraftKeeper(
  client: QueryClient,
  api: Api,
  conversationId: number,
  first: string,
): SyncedDraftKeeper {
  const queryKey = ["draft-keepers", conversationId];
  const existing = client.getQueryData<SyncedDraftKeeper>(queryKey);
  if (existing) return existing;

  const draft = signal<Draft>({ ...EMPTY, text: first });
  /** What the server has once all saves are done. */
  let savedText = first;
  /** What was last sent to the server. */
  let sentText = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<unknown> | undefined;

  function save(isLeaving: boolean): void {
    clearTimeout(timer);
    const { text } = draft.peek();
    if (text === (isLeaving ? sentText : savedText) || text.length > 1600) return;
    const before = savedText;
    savedText = text;
    showDraft(client, conversationId, text);
    const send = () => {
      sentText = text;
      return api(inbox.saveDraft, { params: { id: conversationId }, body: { body: text } });
    };
    const sent = (saving && !isLeaving ? saving.then(send) : send())
      .catch(() => {
        if (savedText === text) savedText = before;
        if (sentText === text) sentText = before;
      })
      .finally(() => {
        if (saving === sent) saving = undefined;
      });
    saving = sent;
  }

  const draftKeeper: SyncedDraftKeeper = {
    draft,
    flush: () => save(false),
    flushNow: () => save(true),
    write(next) {
      // Set here, because the server's dehydrated cache must not include it.
      client.setQueryDefaults(["draft-keepers"], { gcTime: Number.POSITIVE_INFINITY });
      client.setQueryData(queryKey, draftKeeper);
      draft.value = next;
      clearTimeout(timer);
      timer = setTimeout(draftKeeper.flush, PAUSE_MS);
    },
    clear() {
      draft.value = EMPTY;
      if (saving) {
        save(false);
        return;
      }
      clearTimeout(timer);
      savedText = "";
      sentText = "";
      showDraft(client, conversationId, "");
    },
    receive(saved) {
      // A list that was read before the save under way has older text.
      if (saving || saved === savedText || draft.peek().text !== savedText) return;
      savedText = saved;
      sentText = saved;
      draft.value = { ...draft.peek(), text: saved };
    },
  };
  return draftKeeper;
}

/** Shows "Draft" in the list without waiting for the server. */
function showDraft(client: QueryClient, conversationId: number, body: string): void {
  client.setQueryData<readonly KeptDraft[]>([inbox.drafts.path], (all = []) => {
    const others = all.filter((one) => one.conversationId !== conversationId);
    return body.trim() === "" ? others : [{ conversationId, body }, ...others];
  });
}
