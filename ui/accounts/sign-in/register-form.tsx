import { useQueryClient } from "@tanstack/react-query";
import KeyRound from "lucide-react/icons/key-round";
import type { Registration } from "#src/accounts/sign-in/contract.ts";
import { useApi } from "#ui/api.ts";
import { setCurrentUser } from "#ui/current-user.ts";
import { Field } from "#ui/kit/field.tsx";
import { SubmitButton } from "#ui/kit/form.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { usePlainForm } from "#ui/shell/form/plain-form.ts";
import type { LinkToken } from "./link-token.ts";

interface RegisterFormProps {
  /** With the set-up link, the account becomes the administrator's. */
  link: LinkToken | undefined;
  onDone: () => void;
}

export function RegisterForm({ link, onDone }: RegisterFormProps) {
  const api = useApi();
  const client = useQueryClient();
  const { form, field, errors, reset, showFieldErrors } = usePlainForm<Registration>({
    shape: async () => (await loadAuth()).Registration,
    initial: { username: "", email: "", password: "" },
    onValid: (typed) => registration.run({ body: { ...typed, ...link } }),
  });
  const registration = useAct(async () => (await loadAuth()).auth.register, {
    done: ({ message }) => ({ title: "Registration successful", description: message }),
    onDone(_, { body: { username, password, setup } }) {
      reset();
      // The new administrator goes on at once; others may have to be approved first.
      if (setup) signIn.run({ body: { username, password } });
      else onDone();
    },
    errors(error) {
      showFieldErrors(error);
      return "Registration failed";
    },
  });
  const signIn = useAct(async () => (await loadAuth()).auth.login, {
    onDone: (user) => void setCurrentUser(client, api, user),
    errors() {
      onDone();
      return "Login failed";
    },
  });

  return (
    <form className="grid gap-4" {...form}>
      {link?.invite && (
        <Note tone="accent" icon={KeyRound}>
          You have an invitation. Choose how you'll sign in.
        </Note>
      )}
      {link?.setup && (
        <Note tone="accent" icon={KeyRound}>
          You opened the setup link, so the account you create here will be the administrator.
        </Note>
      )}
      <Field label="Username" error={errors.username}>
        <Input {...field("username")} autoComplete="username" autoCapitalize="none" />
      </Field>
      <Field label="Email" error={errors.email}>
        <Input {...field("email")} type="email" autoComplete="email" />
      </Field>
      <Field label="Password" hint="At least 6 characters" error={errors.password}>
        <Input {...field("password")} type="password" autoComplete="new-password" />
      </Field>
      <SubmitButton
        className="mt-2"
        busy={(registration.isPending || signIn.isPending) && "Creating account..."}
      >
        Create Account
      </SubmitButton>
    </form>
  );
}
