import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Tag, tags } from "#src/tags/contract.ts";
import { ApiError, useCall, wordsOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { refreshTags } from "./tag-acts.ts";

interface NewTagDialogProps {
  /** Renames this one; without it, makes a new one. */
  tag?: Tag | undefined;
  onClose: () => void;
  onSaved?: ((tag: Tag) => void) | undefined;
}

export function NewTagDialog({ tag, onClose, onSaved }: NewTagDialogProps) {
  const call = useCall();
  const client = useQueryClient();
  const [name, setName] = useState(tag?.name ?? "");
  const save = useMutation({
    mutationFn: () =>
      tag
        ? call(tags.rename, { params: { id: tag.id }, body: { name } })
        : call(tags.create, { body: { name } }),
    onSuccess(saved) {
      onClose();
      onSaved?.(saved);
      return refreshTags(client);
    },
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || save.isPending || onClose()}
      title={tag ? "Rename tag" : "New tag"}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <DialogBody>
          <Field label="Name" error={save.error ? nameError(save.error) : undefined}>
            <Input
              maxLength={40}
              autoComplete="off"
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending && "Saving..."}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function nameError(error: unknown): string {
  return (error instanceof ApiError && error.errors["name"]) || wordsOf(error);
}
