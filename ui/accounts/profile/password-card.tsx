import { useForm } from "react-hook-form";
import { account, PasswordChangeForm } from "#src/accounts/profile/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { resolverOf } from "#ui/shell/form/form.ts";

const EMPTY = { currentPassword: "", password: "", confirmation: "" };

export function PasswordCard({ username }: { username: string }) {
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: resolverOf(PasswordChangeForm),
    defaultValues: EMPTY,
  });
  const { errors } = formState;

  const change = useAct(account.changePassword, {
    done: { title: "Password changed", description: "Your other sessions have ended." },
    onDone: () => reset(),
    errors: { setError },
  });

  return (
    <Card aria-label="Password">
      <CardHead title="Password" />
      <CardBody>
        <form
          className="grid grid-cols-2 gap-4 @max-[560px]/page:grid-cols-1"
          noValidate
          onSubmit={handleSubmit(({ currentPassword, password }) =>
            change.run({ body: { currentPassword, password } }),
          )}
        >
          {/* Password managers look for the username that belongs to the password. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <Field
            label="Current password"
            className="col-span-full"
            error={errors.currentPassword?.message}
          >
            <Input
              {...register("currentPassword")}
              type="password"
              autoComplete="current-password"
            />
          </Field>
          <Field label="New password" hint="At least 6 characters" error={errors.password?.message}>
            <Input {...register("password")} type="password" autoComplete="new-password" />
          </Field>
          <Field label="Confirm password" error={errors.confirmation?.message}>
            <Input {...register("confirmation")} type="password" autoComplete="new-password" />
          </Field>
          <div className="flex items-center gap-2 min-w-0 flex-wrap col-span-full">
            <Button type="submit" busy={change.isPending && "Saving..."}>
              Change password
            </Button>
            <span className="hint">You'll be signed out everywhere else.</span>
          </div>
        </form>
      </CardBody>
    </Card>
  );
}
