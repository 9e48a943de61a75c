import type { ComponentProps } from "react";
import { Field } from "#ui/kit/field.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";

/** What staff should know about a visit: one line, until there is more. */
export function NoteField(props: ComponentProps<"textarea">) {
  return (
    <Field label="Note (optional)">
      <Textarea
        rows={1}
        className="grows"
        maxLength={1000}
        autoComplete="off"
        placeholder="Only your team reads it."
        {...props}
      />
    </Field>
  );
}
