import { useMutation } from "@tanstack/react-query";
import KeyRound from "lucide-react/icons/key-round";
import { useForm } from "react-hook-form";
import { auth, Registration } from "#src/auth/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Note } from "#ui/kit/note.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { resolverOf, showServerErrors } from "#ui/shell/form.ts";

interface RegisterFormProps {
  /** From the set-up link: the account becomes the administrator's. */
  setup: string | undefined;
  onDone: () => void;
}

export function RegisterForm({ setup, onDone }: RegisterFormProps) {
  const call = useCall();
  const toasts = useToasts();
  const { register, handleSubmit, setError, reset, formState } = useForm<Registration>({
    resolver: resolverOf(Registration),
    defaultValues: { username: "", email: "", password: "" },
  });
  const { errors } = formState;

  const registration = useMutation({
    mutationFn: (wanted: Registration) =>
      call(auth.register, { body: { ...wanted, ...(setup && { setup }) } }),
    onSuccess({ message }) {
      toasts.show({ title: "Registration successful", description: message });
      reset();
      onDone();
    },
    onError(error) {
      showServerErrors(error, setError);
      toasts.show({
        title: "Registration failed",
        description: wordsOf(error),
        kind: "destructive",
      });
    },
  });

  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={handleSubmit((wanted) => registration.mutate(wanted))}
    >
      {setup && (
        <Note tone="accent" icon={KeyRound}>
          You opened the set-up link: the account you make here becomes the administrator of this
          installation.
        </Note>
      )}
      <Field label="Username" error={errors.username?.message}>
        <Input {...register("username")} autoComplete="username" autoCapitalize="none" />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input {...register("email")} type="email" autoComplete="email" />
      </Field>
      <Field label="Password" hint="At least 6 characters" error={errors.password?.message}>
        <Input {...register("password")} type="password" autoComplete="new-password" />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="big"
        fill
        className="mt-2"
        busy={registration.isPending && "Creating account..."}
      >
        Create account
      </Button>
    </form>
  );
}
