import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { auth, NewPasswordTwice } from "#src/auth/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { resolverOf, showServerErrors } from "#ui/shell/form.ts";
import { Back } from "./back.tsx";
import { StepForm } from "./step-form.tsx";

interface PasswordStepProps {
  email: string;
  code: string;
  onDone: () => void;
  onBack: () => void;
}

export function PasswordStep({ email, code, onDone, onBack }: PasswordStepProps) {
  const call = useCall();
  const toasts = useToasts();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: resolverOf(NewPasswordTwice),
    defaultValues: { password: "", confirmation: "" },
  });
  const { errors } = formState;

  const resetting = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      call(auth.resetPassword, { body: { email, code, password } }),
    onSuccess() {
      toasts.show({ title: "Success", description: "Password reset successfully" });
      onDone();
    },
    onError(error) {
      showServerErrors(error, setError);
      toasts.show({
        title: "Error",
        description: wordsOf(error, "Failed to reset password"),
        kind: "destructive",
      });
    },
  });

  return (
    <StepForm
      act="Reset password"
      busy={resetting.isPending && "Saving..."}
      onSubmit={handleSubmit((typed) => resetting.mutate(typed))}
      back={<Back onClick={onBack} />}
    >
      {/* For password managers, which look for whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="New password" hint="At least 6 characters" error={errors.password?.message}>
        <Input {...register("password")} autoFocus type="password" autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" error={errors.confirmation?.message}>
        <Input {...register("confirmation")} type="password" autoComplete="new-password" />
      </Field>
    </StepForm>
  );
}
