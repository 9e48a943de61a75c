import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useApi } from "#ui/api.ts";
import { tagsQuery } from "#ui/clients/parts/tag-queries.ts";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import type { ImportOptions } from "./upload-import.ts";

interface ImportOptionFieldsProps {
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
}

export function ImportOptionFields({ options, onChange }: ImportOptionFieldsProps) {
  const { data: tags = [] } = useQuery(tagsQuery(useApi()));
  const listId = useId();
  return (
    <>
      <Field
        label="How did they agree to texts? (optional)"
        hint="Kept on record with each new contact. Without it, offers go only to clients who visited or bought."
      >
        <Input
          maxLength={300}
          placeholder="Checked the box on our booking form"
          value={options.consentBasis}
          onValueChange={(consentBasis) => onChange({ ...options, consentBasis })}
        />
      </Field>
      <Field label="Tag them (optional)" hint="Choose a tag or create one.">
        <Input
          maxLength={40}
          list={listId}
          autoComplete="off"
          value={options.tag}
          onValueChange={(tag) => onChange({ ...options, tag })}
        />
      </Field>
      <datalist id={listId}>
        {tags.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      {options.tag.trim() !== "" && (
        <Checkbox
          checked={options.tagPresent}
          onChange={({ currentTarget }) =>
            onChange({ ...options, tagPresent: currentTarget.checked })
          }
        >
          Also tag existing clients in the file
        </Checkbox>
      )}
    </>
  );
}
