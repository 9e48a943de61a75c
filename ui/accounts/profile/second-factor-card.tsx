import Check from "lucide-react/icons/check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { type Account, account } from "#src/accounts/profile/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { Note } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { resolverOf } from "#ui/shell/form/form.ts";
import { Moment } from "./moment.tsx";

const FEW = 3;
const setUpDialog = lazy(async () => (await import("./set-up-dialog.tsx")).SetUpDialog);

export function SecondFactorCard({ secondFactor }: { secondFactor: Account["secondFactor"] }) {
  const { since, recoveryCodesLeft } = secondFactor;
  const [open, setOpen] = useState<"set-up" | "switch-off">();
  const close = () => setOpen(undefined);
  const SetUpDialog = useLazy(open === "set-up", setUpDialog, close);

  return (
    <Card id="two-step" aria-label="Two-Step Sign-In">
      <CardHead title="Two-Step Sign-In">
        <LookBadge look={since === null ? ["off", CircleDashed, "Off"] : ["good", Check, "On"]} />
      </CardHead>
      <CardBody className="flex flex-wrap items-center gap-4">
        {since === null ? (
          <p className="dim flex-1 basis-80">
            You'll also enter a code from an authenticator app, so a stolen password isn't enough to
            get in.
          </p>
        ) : (
          <p className="dim flex-1 basis-80">
            You enter a code from your authenticator app each time you sign in. Turned on{" "}
            <Moment iso={since} />. {formatCount(recoveryCodesLeft, "recovery code")} left
          </p>
        )}
        {since !== null && recoveryCodesLeft < FEW && (
          <Note tone="wait" icon={KeyRound} className="order-1 basis-full">
            You're running out of recovery codes. To get new ones, turn two-step sign-in off and on
            again.
          </Note>
        )}
        {since === null ? (
          <Button onClick={() => setOpen("set-up")}>Set Up</Button>
        ) : (
          <Button onClick={() => setOpen("switch-off")}>Turn Off</Button>
        )}
      </CardBody>
      {open === "set-up" && SetUpDialog && <SetUpDialog onClose={close} />}
      {open === "switch-off" && <SwitchOffDialog onClose={close} />}
    </Card>
  );
}

function SwitchOffDialog({ onClose }: { onClose: () => void }) {
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
      title="Turn Off Two-Step Sign-In"
      description="You'll only need your password to sign in."
      action="Turn Off"
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
