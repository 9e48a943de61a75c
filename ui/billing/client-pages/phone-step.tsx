import { useEffect, useRef, useState } from "react";
import { Field } from "#ui/kit/field.tsx";
import { Form, SubmitButton } from "#ui/kit/form.tsx";
import { PhoneInput } from "#ui/kit/input.tsx";

interface PhoneStepProps {
  phone: string;
  busy: boolean;
  /** Why the server refused the number, if the field says it. */
  refusal?: string | undefined;
  onPhone: (phone: string) => void;
}

export function PhoneStep({ phone, busy, refusal, onPhone }: PhoneStepProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(phone);
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (!refusal) return;
    setError(refusal);
    input.current?.focus();
  }, [refusal]);
  return (
    <Form
      className="grid gap-4"
      onSubmit={() => {
        // A browser may fill the field before hydration, when only the element knows its value.
        const number = input.current?.value.trim() ?? "";
        if (number === "") setError("Please enter your phone number");
        else onPhone(number);
      }}
    >
      <Field label="Phone Number" error={error}>
        <PhoneInput
          ref={input}
          name="phoneNumber"
          placeholder="(512) 555-0109"
          value={typed}
          onValueChange={(number) => {
            setTyped(number);
            setError(undefined);
          }}
        />
      </Field>
      <SubmitButton busy={busy && "Sending..."}>Send Code</SubmitButton>
    </Form>
  );
}
