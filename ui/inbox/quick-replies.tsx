import { useQuery } from "@tanstack/react-query";
import Settings2 from "lucide-react/icons/settings-2";
import { useId, useState } from "react";
import type { Conversation } from "#src/inbox/contract.ts";
import { type QuickReply, quickReplies } from "#src/quick-replies/contract.ts";
import { fillFields } from "#src/shared/merge-fields.ts";
import { type Call, useCall } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { ListOption } from "#ui/kit/list-option.tsx";

export function quickRepliesQuery(call: Call) {
  return { queryKey: ["quick-replies"], queryFn: () => call(quickReplies.list) };
}

/** What a text such as "/pri" looks for; undefined where none is meant. */
export function wantedIn(text: string): string | undefined {
  return /^\/([^\n]{0,40})$/.exec(text)?.[1]?.toLowerCase();
}

interface Options {
  contact: Conversation["contact"];
  /** The words to look for; undefined: closed. */
  wanted: string | undefined;
  onInsert: (text: string) => void;
  onClose: () => void;
}

/** The list over the composer, which keeps the focus and hands its keys on. */
export function useQuickReplies({ contact, wanted, onInsert, onClose }: Options) {
  const listId = useId();
  const open = wanted !== undefined;
  const { data = [], isPending } = useQuery({ ...quickRepliesQuery(useCall()), enabled: open });
  const [pointed, setPointed] = useState({ wanted, index: 0 });
  const offered = data.filter(({ title, body }) =>
    `${title} ${body}`.toLowerCase().includes(wanted ?? ""),
  );
  const index = pointed.wanted === wanted ? Math.min(pointed.index, offered.length - 1) : 0;
  const optionId = (at: number) => `${listId}-${at}`;
  const point = (at: number) => setPointed({ wanted, index: at });

  const fill = (reply: QuickReply) => fillFields(reply.body, contact);

  function insert(reply: QuickReply | undefined): void {
    if (reply) onInsert(fill(reply));
  }

  return {
    open,
    /** True when the key was the list's. */
    press(key: string): boolean {
      if (!open) return false;
      const { length } = offered;
      if (key === "Escape") onClose();
      else if (key === "ArrowDown" && length > 0) point((index + 1) % length);
      else if (key === "ArrowUp" && length > 0) point((index - 1 + length) % length);
      else if ((key === "Enter" || key === "Tab") && length > 0) insert(offered[index]);
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
    list: { listId, offered, isPending, index, optionId, point, insert, fill, known: data.length },
  };
}

interface QuickReplyListProps {
  list: ReturnType<typeof useQuickReplies>["list"];
  onManage: () => void;
}

export function QuickReplyList({ list, onManage }: QuickReplyListProps) {
  const { user } = useCurrentUser();
  const { listId, offered, isPending, index, optionId, point, insert, fill, known } = list;
  return (
    <div className="absolute inset-x-5 bottom-full z-10 rounded-lg border border-line-2 bg-overlay p-1.5 shadow-2 phone:inset-x-2.5">
      <div
        id={listId}
        role="listbox"
        aria-label="Quick replies"
        className="max-h-[264px] overflow-auto"
      >
        {offered.map((reply, at) => (
          <ListOption
            key={reply.id}
            id={optionId(at)}
            chosen={at === index}
            className="min-h-11 py-1.5"
            onPoint={() => point(at)}
            onChoose={() => insert(reply)}
          >
            <span className="grow min-w-0">
              <span className="block clip font-medium">{reply.title}</span>
              <span className="block clip sm dim">{fill(reply)}</span>
            </span>
          </ListOption>
        ))}
      </div>
      {offered.length === 0 && !isPending && (
        <p className="sm dim px-2 py-2" role="status">
          {known > 0
            ? "No quick reply has these words."
            : user?.role === "admin"
              ? "No quick replies yet. Write the first one."
              : "No quick replies yet. An administrator can write some."}
        </p>
      )}
      {user?.role === "admin" && (
        <div className="mt-1 border-line border-t pt-1">
          <Button variant="quiet" size="tiny" icon={Settings2} onClick={onManage}>
            Manage quick replies
          </Button>
        </div>
      )}
    </div>
  );
}
