import { useMutation } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { usePlainForm } from "#ui/shell/form/plain-form.ts";
import { BackToSignIn } from "./back.tsx";
import { StepForm } from "./step-form.tsx";

interface EmailStepProps {
  /** As it was typed before, when somebody came back. */
  email: string;
  onSent: (email: string) => void;
}

export function EmailStep({ email, onSent }: EmailStepProps) {
  const api = useApi();
  const toasts = useToasts();

  const asking = useMutation({
    mutationFn: async (typed: { email: string }) =>
      api((await loadAuth()).auth.forgotPassword, { body: typed }),
    onSuccess(_, typed) {
      toasts.show({
        title: "Code sent",
        description: "Check your email for the verification code",
      });
      onSent(typed.email.trim());
    },
    onError(error) {
      showServerErrors(error);
      tellError(toasts, error, { fallback: "Failed to send code" });
    },
  });

  const { form, field, errors, showServerErrors } = usePlainForm({
    shape: async () => (await loadAuth()).ForgotPassword,
    initial: { email },
    onValid: asking.mutate,
  });

  return (
    <StepForm
      act="Send code"
      busy={asking.isPending && "Sending..."}
      form={form}
      back={<BackToSignIn />}
    >
      <Field label="Email" error={errors.email}>
        <Input {...field("email")} type="email" autoComplete="email" autoCapitalize="none" />
      </Field>
    </StepForm>
  );
}
