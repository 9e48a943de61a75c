import Settings2 from "lucide-react/icons/settings-2";
import { fillFields } from "#src/shared/merge-fields.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { ListOption } from "#ui/kit/list-option.tsx";
import type { useQuickReplies } from "./quick-replies.ts";

interface QuickReplyListProps {
  list: ReturnType<typeof useQuickReplies>["list"];
  onManage: () => void;
}

export function QuickReplyList({ list, onManage }: QuickReplyListProps) {
  const { user } = useCurrentUser();
  const { listId, offered, isPending, index, optionId, point, insert, filledFor, known } = list;
  return (
    <div className="absolute inset-x-5 bottom-full z-10 rounded-lg border border-line-2 bg-overlay p-1.5 shadow-2 phone:inset-x-2.5">
      <div
        id={listId}
        role="listbox"
        aria-label="Quick Replies"
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
            <span className="flex-1 min-w-0">
              <span className="block clip font-label">{reply.title}</span>
              <span className="block clip sm dim">
                {filledFor ? fillFields(reply.body, filledFor) : reply.body}
              </span>
            </span>
          </ListOption>
        ))}
      </div>
      {offered.length === 0 && !isPending && (
        <p className="sm dim px-2 py-2" role="status">
          {known > 0
            ? "No matching quick replies"
            : user?.role === "admin"
              ? "No quick replies yet. Write the first one."
              : "No quick replies yet. An administrator can write some."}
        </p>
      )}
      {user?.role === "admin" && (
        <div className="mt-1 border-line border-t pt-1">
          <Button variant="quiet" size="tiny" icon={Settings2} onClick={onManage}>
            Manage Quick Replies
          </Button>
        </div>
      )}
    </div>
  );
}
