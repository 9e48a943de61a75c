import { useState } from "react";
import type { TextTerms } from "#src/messaging/sign-ups/contract.ts";
import { consentWordings } from "#src/shared/texting-consent.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input, PhoneInput } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { usePlainForm } from "#ui/shell/form/plain-form.ts";
import { loadSignUps } from "./queries.ts";

export interface Sent {
  /** E.164. */
  readonly sentTo: string;
  readonly text: string;
}

/** Two boxes, both empty: carriers and the law want each kind of texts to be chosen. */
export function SignUpForm({ terms, onSent }: { terms: TextTerms; onSent: (sent: Sent) => void }) {
  const [chosen, setChosen] = useState({ appointments: false, offers: false });
  const [noneChosen, setNoneChosen] = useState(false);
  const { form, field, errors, showFieldErrors } = usePlainForm({
    shape: async () => (await loadSignUps()).create.body,
    initial: { name: "", phoneNumber: "" },
    onValid({ name, phoneNumber }) {
      if (!chosen.appointments && !chosen.offers) setNoneChosen(true);
      else signUp.run({ body: { name, phoneNumber, ...chosen } });
    },
  });
  const signUp = useAct(async () => (await loadSignUps()).create, {
    onDone: onSent,
    errors(error) {
      showFieldErrors(error);
      return { title: "We couldn't sign you up" };
    },
  });
  const wordings = consentWordings(terms);

  function choose(box: "appointments" | "offers", checked: boolean) {
    setChosen((before) => ({ ...before, [box]: checked }));
    setNoneChosen(false);
  }

  return (
    <form {...form} className="grid gap-4" noValidate>
      <Field label="Name" error={errors.name}>
        <Input {...field("name")} autoComplete="name" />
      </Field>
      <Field label="Mobile Number" error={errors.phoneNumber}>
        <PhoneInput {...field("phoneNumber")} />
      </Field>
      <fieldset className="grid gap-3" aria-describedby={noneChosen ? "none-chosen" : undefined}>
        <legend className="mb-2 font-label text-sm">Which texts would you like?</legend>
        {(["appointments", "offers"] as const).map((box) => (
          <Checkbox
            key={box}
            className="mt-0.5 self-start"
            checked={chosen[box]}
            onChange={({ currentTarget }) => choose(box, currentTarget.checked)}
          >
            <span className="text-sm">{wordings[box]}</span>
          </Checkbox>
        ))}
        {noneChosen && (
          <p className="err" id="none-chosen" role="alert">
            Choose at least one kind of text.
          </p>
        )}
      </fieldset>
      <Button
        type="submit"
        variant="primary"
        size="big"
        fill
        disabled={!terms.canText}
        busy={signUp.isPending && "Signing up..."}
      >
        Sign Up for Texts
      </Button>
      {!terms.canText && (
        <p className="dim text-sm">
          We can't sign you up online right now. Please call us instead.
        </p>
      )}
      <p className="dim text-sm">
        We'll text you to confirm. Reply YES to start. We never share or sell your number. See our{" "}
        <a className="underline" href="/privacy">
          privacy policy
        </a>{" "}
        and{" "}
        <a className="underline" href="/terms">
          terms
        </a>
        .
      </p>
    </form>
  );
}
