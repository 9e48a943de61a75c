import { useForm } from "react-hook-form";
import { account, type NewSecondFactor } from "#src/accounts/profile/contract.ts";
import { errorMessage } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { CodeInput } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { resolverOf } from "#ui/shell/form/form.ts";

interface ScanStepProps {
  secondFactor: NewSecondFactor;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
  /** The label of the button that closes the dialog. */
  cancel?: string;
}

export function ScanStep({ secondFactor, onConfirmed, onClose, cancel = "Cancel" }: ScanStepProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: resolverOf(account.confirmSecondFactor.body),
    defaultValues: { code: "" },
  });
  const confirm = useAct(account.confirmSecondFactor, {
    onDone: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    errors(error) {
      setError("code", { message: errorMessage(error) }, { shouldFocus: true });
      return "inline";
    },
  });

  return (
    <form noValidate onSubmit={handleSubmit((body) => confirm.run({ body }))}>
      <DialogBody className="grid gap-4">
        <p className="dim">Scan this with your app, then enter the code it shows.</p>
        <QrCode {...secondFactor.qr} />
        <div className="grid gap-1">
          <span className="hint">Can't scan it? Type this key into the app:</span>
          <code className="num wrap-anywhere text-base select-all">
            {groupByFour(secondFactor.secret)}
          </code>
        </div>
        <Field label="Code" error={formState.errors.code?.message}>
          <CodeInput autoFocus {...register("code")} />
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button disabled={confirm.isPending} onClick={onClose}>
          {cancel}
        </Button>
        <Button type="submit" variant="primary" busy={confirm.isPending && "Checking..."}>
          Turn On
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Black on white in both themes, because scanners need it. */
function QrCode({ size, path }: NewSecondFactor["qr"]) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the authenticator app"
      className="w-50 max-w-full justify-self-center rounded-md"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function groupByFour(secret: string): string {
  return secret.replace(/.{4}(?!$)/g, "$& ");
}
