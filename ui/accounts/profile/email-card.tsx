import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "wouter";
import { account, EmailChange, EmailRequest } from "#src/accounts/profile/contract.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Field } from "#ui/kit/field.tsx";
import { CodeInput, Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { resolverOf } from "#ui/shell/form/form.ts";

interface EmailCardProps {
  /** Whether a mail server is set up to send the code. */
  canMail: boolean;
}

/** Changes the address in two steps: the new one, then the code that was sent to it. */
export function EmailCard({ canMail }: EmailCardProps) {
  const [requested, setRequested] = useState<string>();
  const { user } = useCurrentUser();
  return (
    <Card aria-label="Email">
      <CardHead title="Email" />
      <CardBody>
        <p className="dim mb-4 wrap-anywhere">
          {requested ? (
            <>
              We emailed a code to <b className="font-label text-ink">{requested}</b>. It's valid
              for 10 minutes.
            </>
          ) : (
            "Password resets and security notices go to your email."
          )}
        </p>
        {!canMail && (
          <p className="hint">
            A new address is confirmed by email, so{" "}
            {user?.role === "admin" ? (
              <Link href="/settings/advanced#smtp" className="underline">
                add a mail server in Settings
              </Link>
            ) : (
              "ask an administrator to add a mail server in Settings"
            )}{" "}
            first.
          </p>
        )}
        {canMail && !requested && <AddressStep onRequested={setRequested} />}
        {requested && <CodeStep email={requested} onDone={() => setRequested(undefined)} />}
      </CardBody>
    </Card>
  );
}

function AddressStep({ onRequested }: { onRequested: (email: string) => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: resolverOf(EmailRequest),
    defaultValues: { email: "" },
  });
  const request = useAct(account.requestEmailChange, {
    onDone: (_, { body }) => onRequested(body.email),
    errors: { setError },
  });
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={handleSubmit((body) => request.run({ body }))}
    >
      <Field label="New email" error={formState.errors.email?.message}>
        <Input {...register("email")} type="email" autoComplete="email" autoCapitalize="none" />
      </Field>
      <Button type="submit" className="justify-self-start" busy={request.isPending && "Sending..."}>
        Email a Code
      </Button>
    </form>
  );
}

function CodeStep({ email, onDone }: { email: string; onDone: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: resolverOf(EmailChange),
    defaultValues: { email, code: "" },
  });
  const change = useAct(account.changeEmail, {
    done: "Email changed",
    onDone,
    errors: { setError },
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={handleSubmit((body) => change.run({ body }))}>
      <Field label="Code" error={formState.errors.code?.message}>
        <CodeInput autoFocus {...register("code")} />
      </Field>
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <Button type="submit" busy={change.isPending && "Saving..."}>
          Change Email
        </Button>
        <Button variant="quiet" disabled={change.isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
