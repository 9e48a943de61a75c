import { type Selection, type Tag, tags } from "#src/clients/tags/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { useAct } from "#ui/shell/data/act.ts";

type TagName = Pick<Tag, "id" | "name">;

/**
 * Adds a tag to clients, or removes it. With `quiet`, no toast is shown, because the change is
 * visible.
 */
export function useTagActions({ quiet = false, onDone }: { quiet?: boolean; onDone?: () => void }) {
  const assign = useAct(tags.assign, { onDone });
  const unassign = useAct(tags.unassign, { onDone });
  const done = (title: string) =>
    quiet
      ? undefined
      : ({ count }: { count: number }) => ({
          title,
          description: `${formatCount(count, "contact")} changed.`,
        });
  return {
    isPending: assign.isPending || unassign.isPending,
    assign: ({ id, name }: TagName, body: Selection) =>
      assign.run({ params: { id }, body }, { done: done(`Tagged ${name}`) }),
    unassign: ({ id, name }: TagName, body: Selection) =>
      unassign.run({ params: { id }, body }, { done: done(`Tag ${name} removed`) }),
  };
}
