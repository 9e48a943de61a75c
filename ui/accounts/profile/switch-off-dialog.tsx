import { useForm } from "react-hook-form";
import { account } from "#src/accounts/profile/contract.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { resolverOf } from "#ui/shell/form/form.ts";

export function SwitchOffDialog({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: resolverOf(account.switchOffSecondFactor.body),
    defaultValues: { password: "", code: "" },
  });
  const { errors } = formState;

  const switchOff = useAct(account.switchOffSecondFactor, {
    done: "Two-step sign-in is off",
    onDone: onClose,
    errors: { setError },
  });

  return (
    <FormDialog
      title="Turn off two-step sign-in"
      description="You'll only need your password to sign in."
      action="Turn off"
      variant="danger"
      busy={switchOff.isPending && "Checking..."}
      onSubmit={handleSubmit((body) => switchOff.run({ body }))}
      onClose={onClose}
    >
      <Field label="Your password" error={errors.password?.message}>
        <Input {...register("password")} type="password" autoComplete="current-password" />
      </Field>
      <Field
        label="Code"
        hint="From your authenticator app, or one of your recovery codes."
        error={errors.code?.message}
      >
        <Input
          {...register("code")}
          className="num"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
    </FormDialog>
  );
}
