import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TextTerms } from "#src/messaging/sign-ups/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { CONSENT_TERMS, consentChoices } from "#src/shared/texting-consent.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { contactLine } from "#ui/billing/client-pages/contact-line.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { StartLink } from "#ui/billing/client-pages/start-link.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input, PhoneInput } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { usePlainForm } from "#ui/shell/form/plain-form.ts";
import { loadSignUps, textTermsQuery } from "./queries.ts";

/** Where clients ask for texts. Carriers open it before they approve the number. */
export function TextsScreen() {
  const { data: terms, error, refetch } = useQuery(textTermsQuery(useApi()));
  const [sent, setSent] = useState<Sent>();
  const name = terms?.businessName ?? "";
  const title = sent ? "Check Your Phone" : name ? `Texts from ${name}` : "Texts from us";
  const intro = sent ? undefined : "Appointment updates, and an occasional offer.";

  return (
    <PublicPage title={title} intro={intro} short>
      {error && !terms && (
        <div className="pub-card grid justify-items-start gap-3">
          <p className="dim">{errorMessage(error)}</p>
          <Button onClick={() => void refetch()}>Retry</Button>
        </div>
      )}
      {terms && (
        <>
          {sent && <CheckPhone sent={sent} terms={terms} onBack={() => setSent(undefined)} />}
          {/* Hidden, not removed: what was typed stays for another try. */}
          <div hidden={sent !== undefined} className="grid gap-6">
            <SignUpForm terms={terms} onSent={setSent} />
            <Help terms={terms} />
          </div>
        </>
      )}
    </PublicPage>
  );
}

function Help({ terms }: { terms: TextTerms }) {
  const help = contactLine(terms);
  return help && <p className="dim text-base">Questions? Reach us at {help}.</p>;
}

interface CheckPhoneProps {
  sent: Sent;
  terms: TextTerms;
  onBack: () => void;
}

function CheckPhone({ sent, terms, onBack }: CheckPhoneProps) {
  return (
    <div className="grid gap-6" role="status">
      <div className="pub-card grid gap-3">
        <p className="num xs faint">We texted {formatPhone(sent.sentTo)}</p>
        <p className="justify-self-start rounded-xl bg-trough px-4 py-3">{sent.text}</p>
      </div>
      <p className="dim">
        No text yet? It can take a minute.
        {terms.number !== "" && (
          <>
            {" "}
            If you've replied STOP to us before, <StartLink number={terms.number} />.
          </>
        )}
      </p>
      <div>
        <Button size="big" onClick={onBack}>
          Try Again or Change Number
        </Button>
      </div>
    </div>
  );
}

interface Sent {
  /** E.164. */
  readonly sentTo: string;
  readonly text: string;
}

/** Two boxes, both empty: carriers and the law want each kind of texts to be chosen. */
function SignUpForm({ terms, onSent }: { terms: TextTerms; onSent: (sent: Sent) => void }) {
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
      return showFieldErrors(error) ? "inline" : { title: "We couldn't sign you up" };
    },
  });
  const choices = consentChoices(terms);

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
        <legend className="mb-2 font-label text-base">Which texts would you like?</legend>
        {(["appointments", "offers"] as const).map((box) => (
          <Checkbox
            key={box}
            className="mt-0.5 self-start"
            checked={chosen[box]}
            onChange={({ currentTarget }) => choose(box, currentTarget.checked)}
          >
            <span className="text-base">{choices[box]}</span>
          </Checkbox>
        ))}
        <p className="sm dim">{CONSENT_TERMS}</p>
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
        <p className="dim text-base">We can't sign you up online right now. Call us instead.</p>
      )}
      <p className="dim text-base">
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
