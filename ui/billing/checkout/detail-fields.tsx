import { Field } from "#ui/kit/field.tsx";
import { Input, PhoneInput } from "#ui/kit/input.tsx";

export interface Details {
  readonly contactName: string;
  readonly contactPhone: string;
  readonly contactEmail: string;
}

export const NO_DETAILS: Details = { contactName: "", contactPhone: "", contactEmail: "" };

interface DetailFieldsProps {
  field: (name: keyof Details) => { name: string; defaultValue: string };
  errors: Readonly<Partial<Record<keyof Details, string>>>;
}

export function DetailFields({ field, errors }: DetailFieldsProps) {
  return (
    <div className="two">
      <Field className="wide" label="Full Name" error={errors.contactName}>
        <Input {...field("contactName")} autoComplete="name" />
      </Field>
      <Field label="Phone Number" error={errors.contactPhone}>
        <PhoneInput {...field("contactPhone")} />
      </Field>
      <Field label="Email" error={errors.contactEmail}>
        <Input {...field("contactEmail")} type="email" autoComplete="email" autoCapitalize="none" />
      </Field>
    </div>
  );
}

/** Complete enough for the next step; the server's rules are checked at the end. */
export function isComplete({ contactName, contactPhone, contactEmail }: Details): boolean {
  return (
    contactName.trim().length >= 2 && contactPhone.trim().length >= 10 && /.@./.test(contactEmail)
  );
}
