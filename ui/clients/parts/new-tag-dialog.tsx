import { useState } from "react";
import { type Tag, tags } from "#src/clients/tags/contract.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface NewTagDialogProps {
  /** The tag to rename; omitted to create one. */
  tag?: Tag | undefined;
  onClose: () => void;
  onSaved?: ((tag: Tag) => void) | undefined;
}

export function NewTagDialog({ tag, onClose, onSaved }: NewTagDialogProps) {
  const [name, setName] = useState(tag?.name ?? "");
  const options = {
    onDone(saved: Tag) {
      onClose();
      onSaved?.(saved);
    },
    errors: "inline",
  };
  const rename = useAct(tags.rename, options);
  const create = useAct(tags.create, options);
  const { isPending, fieldErrors, errorMessage } = tag ? rename : create;

  return (
    <FormDialog
      title={tag ? "Rename Tag" : "New Tag"}
      action="Save"
      busy={isPending && "Saving..."}
      onSubmit={() =>
        tag
          ? rename.run({ params: { id: tag.id }, body: { name } })
          : create.run({ body: { name } })
      }
      onClose={onClose}
    >
      <Field label="Name" error={fieldErrors["name"] ?? errorMessage}>
        <Input maxLength={40} autoComplete="off" value={name} onValueChange={setName} />
      </Field>
    </FormDialog>
  );
}
