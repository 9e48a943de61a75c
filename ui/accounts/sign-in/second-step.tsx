import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Form, SubmitButton } from "#ui/kit/form.tsx";
import { Input } from "#ui/kit/input.tsx";

interface SecondStepProps {
  pending: boolean;
  /** The error of the last code. */
  error: string | undefined;
  onCode: (code: string) => void;
  onBack: () => void;
}

/** Shown after the correct password when two-step sign-in is on. */
export function SecondStep({ pending, error, onCode, onBack }: SecondStepProps) {
  const [code, setCode] = useState("");
  const [empty, setEmpty] = useState(false);
  return (
    <Form
      className="grid gap-4"
      onSubmit={() => {
        setEmpty(code.trim() === "");
        if (code.trim() !== "") onCode(code.trim());
      }}
    >
      <Field
        label="Code"
        hint="From your authenticator app, or one of your recovery codes."
        error={empty ? "Please enter a code" : error}
      >
        <Input
          autoFocus
          className="num"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onValueChange={setCode}
        />
      </Field>
      <SubmitButton className="mt-2" busy={pending && "Signing in..."}>
        Sign in
      </SubmitButton>
      <Button variant="quiet" size="big" fill onClick={onBack}>
        Back
      </Button>
    </Form>
  );
}
