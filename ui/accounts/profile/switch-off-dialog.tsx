import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { account, SecondFactorRemoval } from "#src/accounts/profile/contract.ts";
import { useApi } from "#ui/api.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { resolverOf, tellFormError } from "#ui/shell/form/form.ts";
import { accountQuery } from "./queries.ts";

export function SwitchOffDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: resolverOf(SecondFactorRemoval),
    defaultValues: { password: "", code: "" },
  });
  const { errors } = formState;

  const switchOff = useMutation({
    mutationFn: (body: { password: string; code: string }) =>
      api(account.switchOffSecondFactor, { body }),
    onSuccess() {
      toasts.show({ title: "Two-step sign-in is off" });
      onClose();
      return client.invalidateQueries(accountQuery(api));
    },
    onError: (error) => tellFormError(toasts, error, setError),
  });

  return (
    <FormDialog
      title="Switch off two-step sign-in"
      description="Your password alone will open your account again."
      act="Switch off"
      variant="danger"
      busy={switchOff.isPending && "Checking..."}
      onSubmit={handleSubmit((typed) => switchOff.mutate(typed))}
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
