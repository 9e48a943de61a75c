import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Credentials } from "#src/accounts/sign-in/contract.ts";
import { ApiError, useApi, wordsOf } from "#ui/api.ts";
import { currentUserQuery } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { usePlainForm } from "#ui/shell/form/plain-form.ts";
import { SecondStep } from "./second-step.tsx";

export function LoginForm() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [known, setKnown] = useState<Credentials>();
  const login = useMutation({
    mutationFn: async (credentials: Credentials) =>
      api((await loadAuth()).auth.login, { body: credentials }),
    // The guard of /auth then leads to the person's first page.
    onSuccess: (user) => client.setQueryData(currentUserQuery(api).queryKey, user),
    onError(error, credentials) {
      if (asksForCode(error) && credentials.code === undefined) return setKnown(credentials);
      showServerErrors(error);
      tellError(toasts, error, { title: "Login failed" });
    },
  });

  const { form, field, errors, showServerErrors } = usePlainForm<Credentials>({
    shape: async () => (await loadAuth()).Credentials,
    initial: { username: "", password: "" },
    onValid: login.mutate,
  });

  if (known)
    return (
      <SecondStep
        pending={login.isPending}
        error={login.variables?.code && login.error ? wordsOf(login.error) : undefined}
        onCode={(code) => login.mutate({ ...known, code })}
        onBack={() => setKnown(undefined)}
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
      <Button
        type="submit"
        variant="primary"
        size="big"
        fill
        className="mt-2"
        busy={login.isPending && "Signing in..."}
      >
        Sign in
      </Button>
      <Link
        href="/forgot-password"
        className="justify-self-center rounded-sm px-2 py-1 text-accent-ink text-sm hover:underline"
      >
        Forgot password
      </Link>
    </form>
  );
}

function asksForCode(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.errors["code"] !== undefined;
}
