import { type Signal, signal } from "@preact/signals-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

interface Draft {
  readonly text: string;
  /** The act of sending that failed, kept while the text is unchanged: pressing Send again is the same act. */
  readonly failed?: { readonly body: string; readonly key: string };
}

export interface DraftKeeper {
  readonly draft: Signal<Draft>;
  write(next: Draft): void;
}

const EMPTY: Draft = { text: "" };

/**
 * What is written but not sent. It lives in the visitor's own cache, so that it outlives a look at
 * another conversation or screen and goes with the page or the sign-out.
 */
export function useDraft(conversationId: number): DraftKeeper {
  const client = useQueryClient();
  const queryKey = ["drafts", conversationId];
  const [draft] = useState(() => client.getQueryData<Signal<Draft>>(queryKey) ?? signal(EMPTY));
  return {
    draft,
    write(next) {
      client.setQueryDefaults(["drafts"], { gcTime: Number.POSITIVE_INFINITY });
      client.setQueryData(queryKey, draft);
      draft.value = next;
    },
  };
}
