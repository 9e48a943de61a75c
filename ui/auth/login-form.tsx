import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { auth, Credentials } from "#src/auth/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { currentUserQuery } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { resolverOf, showServerErrors } from "#ui/shell/form.ts";

export function LoginForm() {
  const call = useCall();
  const client = useQueryClient();
  const toasts = useToasts();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: resolverOf(Credentials),
    defaultValues: { username: "", password: "" },
  });

  const login = useMutation({
    mutationFn: (credentials: { username: string; password: string }) =>
      call(auth.login, { body: credentials }),
    // The guard of /auth then leads to the person's first page.
    onSuccess: (user) => client.setQueryData(currentUserQuery(call).queryKey, user),
    onError(error) {
      showServerErrors(error, setError);
      toasts.show({
        title: "Login failed",
        description: wordsOf(error),
        kind: "destructive",
      });
    },
  });

  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={handleSubmit((credentials) => login.mutate(credentials))}
    >
      <Field label="Username" error={formState.errors.username?.message}>
        <Input {...register("username")} autoComplete="username" autoCapitalize="none" />
      </Field>
      <Field label="Password" error={formState.errors.password?.message}>
        <Input {...register("password")} type="password" autoComplete="current-password" />
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
    </form>
  );
}
