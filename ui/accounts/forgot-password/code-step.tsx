import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { usePlainForm } from "#ui/shell/form/plain-form.ts";
import { Back } from "./back.tsx";
import { StepForm } from "./step-form.tsx";

interface CodeStepProps {
  email: string;
  onVerified: (code: string) => void;
  onBack: () => void;
}

export function CodeStep({ email, onVerified, onBack }: CodeStepProps) {
  const { form, field, errors, showFieldErrors } = usePlainForm({
    shape: async () => (await loadAuth()).ResetCode,
    initial: { email, code: "" },
    onValid: (body) => verifying.run({ body }),
  });
  const verifying = useAct(async () => (await loadAuth()).auth.verifyResetCode, {
    done: { title: "Code verified", description: "Enter your new password" },
    onDone: (_, { body }) => onVerified(body.code.trim()),
    errors(error) {
      showFieldErrors(error);
      return { fallback: "Invalid or expired code" };
    },
  });

  return (
    <StepForm
      action="Verify code"
      busy={verifying.isPending && "Verifying..."}
      form={form}
      back={<Back onClick={onBack} />}
    >
      <Field label="Code" error={errors.code}>
        <Input
          autoFocus
          className="num"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...field("code")}
          maxLength={6}
        />
      </Field>
    </StepForm>
  );
}
