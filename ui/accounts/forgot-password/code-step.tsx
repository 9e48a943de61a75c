import { useMutation } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { usePlainForm } from "#ui/shell/form/plain-form.ts";
import { Back } from "./back.tsx";
import { StepForm } from "./step-form.tsx";

interface CodeStepProps {
  email: string;
  onVerified: (code: string) => void;
  onBack: () => void;
}

export function CodeStep({ email, onVerified, onBack }: CodeStepProps) {
  const api = useApi();
  const toasts = useToasts();

  const verifying = useMutation({
    mutationFn: async (typed: { email: string; code: string }) =>
      api((await loadAuth()).auth.verifyResetCode, { body: typed }),
    onSuccess(_, { code }) {
      toasts.show({ title: "Code verified", description: "Enter your new password" });
      onVerified(code.trim());
    },
    onError(error) {
      showServerErrors(error);
      tellError(toasts, error, { fallback: "Invalid or expired code" });
    },
  });

  const { form, field, errors, showServerErrors } = usePlainForm({
    shape: async () => (await loadAuth()).ResetCode,
    initial: { email, code: "" },
    onValid: verifying.mutate,
  });

  return (
    <StepForm
      act="Verify code"
      busy={verifying.isPending && "Verifying..."}
      form={form}
      back={<Back onClick={onBack} />}
    >
      <Field label="Code" error={errors.code}>
        <Input
          {...field("code")}
          autoFocus
          className="num"
          inputMode="numeric"
          maxLength={6}
          autoComplete="one-time-code"
        />
      </Field>
    </StepForm>
  );
}
