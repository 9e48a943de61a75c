import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { usePlainForm } from "#ui/shell/form/plain-form.ts";
import { BackToSignIn } from "./back.tsx";
import { StepForm } from "./step-form.tsx";

interface EmailStepProps {
  /** The email entered earlier, when the user returns to this step. */
  email: string;
  onSent: (email: string) => void;
}

export function EmailStep({ email, onSent }: EmailStepProps) {
  const { form, field, errors, showFieldErrors } = usePlainForm({
    shape: async () => (await loadAuth()).ForgotPassword,
    initial: { email },
    onValid: (body) => requesting.run({ body }),
  });
  const requesting = useAct(async () => (await loadAuth()).auth.forgotPassword, {
    done: { title: "Code sent", description: "Check your email for the verification code" },
    onDone: (_, { body }) => onSent(body.email.trim()),
    errors(error) {
      showFieldErrors(error);
      return { fallback: "Failed to send code" };
    },
  });

  return (
    <StepForm
      action="Send code"
      busy={requesting.isPending && "Sending..."}
      form={form}
      back={<BackToSignIn />}
    >
      <Field label="Email" error={errors.email}>
        <Input {...field("email")} type="email" autoComplete="email" autoCapitalize="none" />
      </Field>
    </StepForm>
  );
}
