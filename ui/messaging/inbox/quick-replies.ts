import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Conversation } from "#src/messaging/inbox/contract.ts";
import type { QuickReply } from "#src/messaging/quick-replies/contract.ts";
import { seesNames } from "#src/shared/permissions.ts";
import { type Api, useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { readLater } from "#ui/shell/data/read.ts";

export function quickRepliesQuery(api: Api) {
  return readLater({ path: "/api/quick-replies", reads: ["quick-replies"] }, async () =>
    api((await import("#src/messaging/quick-replies/contract.ts")).quickReplies.list),
  );
}

/** The search in a text such as "/pri"; undefined if it is not a quick reply. */
export function parseQuickReplySearch(text: string): string | undefined {
  return /^\/([^\n]{0,40})$/.exec(text)?.[1]?.toLowerCase();
}

interface Options {
  contact: Conversation["contact"];
  /** The search; undefined while the list is closed. */
  search: string | undefined;
  onInsert: (text: string) => void;
  onClose: () => void;
}

/** The list above the composer, which keeps the focus and passes its keys on. */
export function useQuickReplies({ contact, search, onInsert, onClose }: Options) {
  const listId = useId();
  const open = search !== undefined;
  const { data = [], isPending } = useQuery({ ...quickRepliesQuery(useApi()), enabled: open });
  const [pointed, setPointed] = useState({ search, index: 0 });
  const offered = data.filter(({ title, body }) =>
    `${title} ${body}`.toLowerCase().includes(search ?? ""),
  );
  const index = pointed.search === search ? Math.min(pointed.index, offered.length - 1) : 0;
  const optionId = (at: number) => `${listId}-${at}`;
  const point = (at: number) => setPointed({ search, index: at });

  const { user } = useCurrentUser();
  // Users who may not see names insert the fields as they are: the server fills them in.
  const filledFor = user && seesNames(user) ? contact : undefined;

  async function insert(reply: QuickReply | undefined): Promise<void> {
    if (!reply) return;
    const { fillFields } = await import("#src/shared/merge-fields.ts");
    onInsert(filledFor ? fillFields(reply.body, filledFor) : reply.body);
  }

  return {
    open,
    /** True when the list handled the key. */
    press(key: string): boolean {
      if (!open) return false;
      const { length } = offered;
      if (key === "Escape") onClose();
      else if (key === "ArrowDown" && length > 0) point((index + 1) % length);
      else if (key === "ArrowUp" && length > 0) point((index - 1 + length) % length);
      else if ((key === "Enter" || key === "Tab") && length > 0) void insert(offered[index]);
      else return false;
      return true;
    },
    field: open
      ? ({
          "aria-controls": listId,
          "aria-activedescendant": offered.length > 0 ? optionId(index) : undefined,
          "aria-autocomplete": "list",
        } as const)
      : {},
    list: {
      ...{ listId, offered, isPending, index, optionId, point, insert },
      /** Whose name the list shows in the replies. */
      filledFor,
      known: data.length,
    },
  };
}
