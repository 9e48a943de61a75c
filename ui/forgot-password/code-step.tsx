import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { auth, ResetCode } from "#src/auth/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { resolverOf, showServerErrors } from "#ui/shell/form.ts";
import { Back } from "./back.tsx";
import { StepForm } from "./step-form.tsx";

interface CodeStepProps {
  email: string;
  onVerified: (code: string) => void;
  onBack: () => void;
}

export function CodeStep({ email, onVerified, onBack }: CodeStepProps) {
  const call = useCall();
  const toasts = useToasts();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: resolverOf(ResetCode),
    defaultValues: { email, code: "" },
  });

  const verifying = useMutation({
    mutationFn: (typed: { email: string; code: string }) =>
      call(auth.verifyResetCode, { body: typed }),
    onSuccess(_, { code }) {
      toasts.show({ title: "Code verified", description: "Enter your new password" });
      onVerified(code.trim());
    },
    onError(error) {
      showServerErrors(error, setError);
      toasts.show({
        title: "Error",
        description: wordsOf(error, "Invalid or expired code"),
        kind: "destructive",
      });
    },
  });

  return (
    <StepForm
      act="Verify code"
      busy={verifying.isPending && "Verifying..."}
      onSubmit={handleSubmit((typed) => verifying.mutate(typed))}
      back={<Back onClick={onBack} />}
    >
      <Field label="Code" error={formState.errors.code?.message}>
        <Input
          {...register("code")}
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
