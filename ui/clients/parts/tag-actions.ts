import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Selection, type Tag, tags } from "#src/clients/tags/contract.ts";
import { useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";
import { counted } from "#ui/shell/format/plural.ts";

export interface TagAct {
  readonly tag: Pick<Tag, "id" | "name">;
  readonly act: "put-on" | "take-off";
  readonly whom: Selection;
  /** Of one client no toast is needed: it is seen. */
  readonly quiet?: boolean;
}

/** Puts a tag on clients, or takes it off. */
export function useTagActs(onDone?: () => void) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ tag, act, whom }: TagAct) =>
      api(act === "put-on" ? tags.assign : tags.unassign, { params: { id: tag.id }, body: whom }),
    onSuccess({ count }, { tag, act, quiet }) {
      if (!quiet)
        toasts.show({
          title: act === "put-on" ? `Tagged ${tag.name}` : `Tag ${tag.name} removed`,
          description: `${counted(count, "contact")} changed.`,
        });
      onDone?.();
      return refreshTags(client);
    },
    onError: (error) => tellError(toasts, error),
  });
}

export async function refreshTags(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await refresh(client, "contacts", "tags");
}
