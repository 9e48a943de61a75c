import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Tag, tags } from "#src/clients/tags/contract.ts";
import { ApiError, useApi, wordsOf } from "#ui/api.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { refreshTags } from "./tag-actions.ts";

interface NewTagDialogProps {
  /** Renames this one; without it, makes a new one. */
  tag?: Tag | undefined;
  onClose: () => void;
  onSaved?: ((tag: Tag) => void) | undefined;
}

export function NewTagDialog({ tag, onClose, onSaved }: NewTagDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const [name, setName] = useState(tag?.name ?? "");
  const save = useMutation({
    mutationFn: () =>
      tag
        ? api(tags.rename, { params: { id: tag.id }, body: { name } })
        : api(tags.create, { body: { name } }),
    onSuccess(saved) {
      onClose();
      onSaved?.(saved);
      return refreshTags(client);
    },
  });

  return (
    <FormDialog
      title={tag ? "Rename tag" : "New tag"}
      act="Save"
      busy={save.isPending && "Saving..."}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label="Name" error={save.error ? nameError(save.error) : undefined}>
        <Input
          maxLength={40}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </Field>
    </FormDialog>
  );
}

function nameError(error: unknown): string {
  return (error instanceof ApiError && error.errors["name"]) || wordsOf(error);
}
