import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Credentials } from "#src/accounts/sign-in/contract.ts";
import { ApiError, useApi } from "#ui/api.ts";
import { setCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Form, SubmitButton } from "#ui/kit/form.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { usePlainForm } from "#ui/shell/form/plain-form.ts";

export function LoginForm() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [credentials, setCredentials] = useState<Credentials>();
  const { form, field, errors, showFieldErrors } = usePlainForm<Credentials>({
    shape: async () => (await loadAuth()).Credentials,
    initial: { username: "", password: "" },
    onValid: (body) => login.run({ body }),
  });
  const login = useAct(async () => (await loadAuth()).auth.login, {
    // The guard of /auth then leads to the person's first page.
    onDone(user) {
      toasts.dismiss();
      void setCurrentUser(client, api, user);
    },
    errors(error, { body }) {
      if (asksForCode(error) && body.code === undefined) {
        setCredentials(body);
        return "inline";
      }
      const isAtField = showFieldErrors(error);
      return { title: "Login failed", ...(isAtField && { description: "" }) };
    },
  });

  if (credentials)
    return (
      <SecondStep
        pending={login.isPending}
        error={login.variables?.body.code ? login.errorMessage : undefined}
        onCode={(code) => login.run({ body: { ...credentials, code } })}
        onBack={() => setCredentials(undefined)}
      />
    );

  return (
    <form className="grid gap-4" {...form}>
      <Field label="Username" error={errors.username}>
        <Input {...field("username")} autoComplete="username" autoCapitalize="none" />
      </Field>
      <Field label="Password" error={errors.password}>
        <Input {...field("password")} type="password" autoComplete="current-password" />
      </Field>
      <SubmitButton className="mt-2" busy={login.isPending && "Signing in..."}>
        Sign in
      </SubmitButton>
      <Link
        href="/forgot-password"
        className="justify-self-center rounded-sm px-2 py-1 text-accent-ink text-base hover:underline"
      >
        Forgot password
      </Link>
    </form>
  );
}

function asksForCode(error: Error): boolean {
  return error instanceof ApiError && error.status === 401 && error.errors["code"] !== undefined;
}

interface SecondStepProps {
  pending: boolean;
  error: string | undefined;
  onCode: (code: string) => void;
  onBack: () => void;
}

/** Shown after the correct password when two-step sign-in is on. */
function SecondStep({ pending, error, onCode, onBack }: SecondStepProps) {
  const [code, setCode] = useState("");
  const [empty, setEmpty] = useState(false);
  return (
    <Form
      className="grid gap-4"
      onSubmit={() => {
        setEmpty(code.trim() === "");
        if (code.trim() !== "") onCode(code.trim());
      }}
    >
      <Field
        label="Code"
        hint="From your authenticator app, or one of your recovery codes."
        error={empty ? "Enter the code" : error}
      >
        <Input
          autoFocus
          className="num"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onValueChange={setCode}
        />
      </Field>
      <SubmitButton className="mt-2" busy={pending && "Signing in..."}>
        Sign in
      </SubmitButton>
      <Button variant="quiet" size="big" fill onClick={onBack}>
        Back
      </Button>
    </Form>
  );
}
