import { useForm } from "react-hook-form";
import { account } from "#src/accounts/profile/contract.ts";
import { errorMessage } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { resolverOf } from "#ui/shell/form/form.ts";

/** Shown before actions that an unattended browser must not allow. */
export function PasswordPrompt({ onDone }: { onDone: (confirmed: boolean) => void }) {
  const { user } = useCurrentUser();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: resolverOf(account.confirmPassword.body),
    defaultValues: { password: "" },
  });
  const confirm = useAct(account.confirmPassword, {
    onDone: () => onDone(true),
    errors(error) {
      setError("password", { message: errorMessage(error) }, { shouldFocus: true });
      return "inline";
    },
  });

  return (
    <FormDialog
      title="Confirm It's You"
      description="We ask again before important changes. Then we won't ask for 10 minutes."
      action="Continue"
      busy={confirm.isPending && "Checking..."}
      onSubmit={handleSubmit((body) => confirm.run({ body }))}
      onClose={() => onDone(false)}
    >
      {/* Password managers look for the username that belongs to the password. */}
      <input type="text" autoComplete="username" value={user?.username ?? ""} readOnly hidden />
      <Field label="Your password" error={formState.errors.password?.message}>
        <Input {...register("password")} type="password" autoComplete="current-password" />
      </Field>
    </FormDialog>
  );
}
