import { useForm } from "react-hook-form";
import { offers } from "#src/clients/offers/contract.ts";
import type { Selection } from "#src/clients/tags/contract.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatCount } from "#ui/shell/format/plural.ts";

interface AgreementDialogProps {
  selection: Selection;
  onDone: () => void;
  onClose: () => void;
}

/** Records how the selected clients agreed to offers. */
export function AgreementDialog({ selection, onDone, onClose }: AgreementDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { note: "" } });
  const act = useAct(offers.recordAgreements, {
    done: ({ count }) => ({
      title: "Consent recorded",
      description: `${formatCount(count, "client")} can get offers now.`,
    }),
    onDone,
    errors: { setError },
  });
  return (
    <FormDialog
      title="Record Consent"
      description="Only for clients who agreed to get offers by text. We keep your note with each of them. Clients who opted out or refused offers stay as they are."
      action="Record Consent"
      busy={act.isPending && "Recording..."}
      onSubmit={handleSubmit((body) => act.run({ body: { ...body, selection } }))}
      onClose={onClose}
    >
      <Field label="How did they agree?" error={formState.errors.note?.message}>
        <Input {...register("note")} placeholder="Signed our intake form in 2025" />
      </Field>
    </FormDialog>
  );
}
