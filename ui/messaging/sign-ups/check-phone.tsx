import type { TextTerms } from "#src/messaging/sign-ups/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import type { Sent } from "./sign-up-form.tsx";

interface CheckPhoneProps {
  sent: Sent;
  terms: TextTerms;
  /** Back to the form, with what was typed. */
  onBack: () => void;
}

export function CheckPhone({ sent, terms, onBack }: CheckPhoneProps) {
  return (
    <div className="grid gap-6" role="status">
      <div className="pub-card grid gap-3">
        <p className="num xs faint">We texted {formatPhone(sent.sentTo)}</p>
        <p className="justify-self-start rounded-xl bg-trough px-4 py-3">{sent.text}</p>
      </div>
      <p className="dim">
        No text yet? It can take a minute.
        {terms.number !== "" &&
          ` If you've replied STOP to us before, text START to ${formatPhone(terms.number)}.`}
      </p>
      <div>
        <Button size="big" onClick={onBack}>
          Try Again or Change Number
        </Button>
      </div>
    </div>
  );
}
