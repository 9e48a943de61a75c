import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { auth, ForgotPassword } from "#src/auth/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { resolverOf, showServerErrors } from "#ui/shell/form.ts";
import { BackToSignIn } from "./back.tsx";
import { StepForm } from "./step-form.tsx";

interface EmailStepProps {
  /** As it was typed before, when somebody came back. */
  email: string;
  onSent: (email: string) => void;
}

export function EmailStep({ email, onSent }: EmailStepProps) {
  const call = useCall();
  const toasts = useToasts();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: resolverOf(ForgotPassword),
    defaultValues: { email },
  });

  const asking = useMutation({
    mutationFn: (typed: { email: string }) => call(auth.forgotPassword, { body: typed }),
    onSuccess(_, typed) {
      toasts.show({
        title: "Code sent",
        description: "Check your email for the verification code",
      });
      onSent(typed.email.trim());
    },
    onError(error) {
      showServerErrors(error, setError);
      toasts.show({
        title: "Error",
        description: wordsOf(error, "Failed to send code"),
        kind: "destructive",
      });
    },
  });

  return (
    <StepForm
      act="Send code"
      busy={asking.isPending && "Sending..."}
      onSubmit={handleSubmit((typed) => asking.mutate(typed))}
      back={<BackToSignIn />}
    >
      <Field label="Email" error={formState.errors.email?.message}>
        <Input {...register("email")} type="email" autoComplete="email" autoCapitalize="none" />
      </Field>
    </StepForm>
  );
}
