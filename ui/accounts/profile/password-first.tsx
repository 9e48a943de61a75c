import { useForm } from "react-hook-form";
import { account, type NewSecondFactor } from "#src/accounts/profile/contract.ts";
import { errorMessage } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { resolverOf } from "#ui/shell/form/form.ts";

interface PasswordFirstProps {
  onCreated: (made: NewSecondFactor) => void;
  onClose: () => void;
  /** The label of the way out. */
  cancel?: string;
}

export function PasswordFirst({ onCreated, onClose, cancel = "Cancel" }: PasswordFirstProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: resolverOf(account.beginSecondFactor.body),
    defaultValues: { password: "" },
  });
  const begin = useAct(account.beginSecondFactor, {
    onDone: onCreated,
    errors(error) {
      setError("password", { message: errorMessage(error) }, { shouldFocus: true });
      return "inline";
    },
  });

  return (
    <form noValidate onSubmit={handleSubmit((body) => begin.run({ body }))}>
      <DialogBody className="grid gap-4">
        <p className="dim">
          You need an authenticator app on your phone, such as Google Authenticator, 1Password or
          Aegis.
        </p>
        <Field label="Your password" error={formState.errors.password?.message}>
          <Input {...register("password")} type="password" autoComplete="current-password" />
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button disabled={begin.isPending} onClick={onClose}>
          {cancel}
        </Button>
        <Button type="submit" variant="primary" busy={begin.isPending && "Checking..."}>
          Continue
        </Button>
      </DialogFooter>
    </form>
  );
}
