import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { usePlainForm } from "#ui/shell/form/plain-form.ts";
import { loadPlanDetails } from "./queries.ts";
import { StepButtons } from "./step-buttons.tsx";

export interface Contact {
  readonly fullName: string;
  readonly email: string;
}

interface DetailsStepProps {
  contact: Contact;
  onBack: () => void;
  onDone: (contact: Contact) => void;
}

export function DetailsStep({ contact, onBack, onDone }: DetailsStepProps) {
  const { form, field, errors } = usePlainForm<Contact>({
    shape: loadPlanDetails,
    initial: contact,
    onValid: onDone,
  });
  return (
    <form className="grid gap-4" {...form}>
      <Field label="Full Name" error={errors["fullName"]}>
        <Input {...field("fullName")} autoComplete="name" />
      </Field>
      <Field label="Email" error={errors["email"]}>
        <Input {...field("email")} type="email" autoComplete="email" autoCapitalize="none" />
      </Field>
      <StepButtons type="submit" onBack={onBack}>
        Continue
      </StepButtons>
    </form>
  );
}
