import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { usePlainForm } from "#ui/shell/form/plain-form.ts";
import { Back } from "./back.tsx";
import { StepForm } from "./step-form.tsx";

interface PasswordStepProps {
  email: string;
  code: string;
  onDone: () => void;
  onBack: () => void;
}

export function PasswordStep({ email, code, onDone, onBack }: PasswordStepProps) {
  const { form, field, errors, showFieldErrors } = usePlainForm({
    shape: async () => (await loadAuth()).NewPasswordForm,
    initial: { password: "", confirmation: "" },
    onValid: ({ password }) => resetting.run({ body: { email, code, password } }),
  });
  const resetting = useAct(async () => (await loadAuth()).auth.resetPassword, {
    done: { title: "Success", description: "Password reset successfully" },
    onDone,
    errors(error) {
      showFieldErrors(error);
      return { fallback: "Failed to reset password" };
    },
  });

  return (
    <StepForm
      action="Reset password"
      busy={resetting.isPending && "Saving..."}
      form={form}
      back={<Back onClick={onBack} />}
    >
      {/* Password managers look for the username that belongs to the password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="New password" hint="At least 6 characters" error={errors.password}>
        <Input {...field("password")} autoFocus type="password" autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" error={errors.confirmation}>
        <Input {...field("confirmation")} type="password" autoComplete="new-password" />
      </Field>
    </StepForm>
  );
}
