import Smartphone from "lucide-react/icons/smartphone";
import { useState } from "react";
import { campaigns } from "#src/messaging/campaigns/contract.ts";
import { fieldErrorsOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";

const PHONE_KEY = "parlor-test-phone";

/** Sends the message to the user's own phone; this browser stores the number. */
export function TestText({ message }: { message: string }) {
  const [asking, setAsking] = useState(false);
  const [phoneNumber, setPhoneNumber] = useState("");

  const test = useAct(campaigns.test, {
    done: (sent) => ({ title: "Test sent", description: `To ${formatPhone(sent.phoneNumber)}` }),
    onDone(sent) {
      localStorage.setItem(PHONE_KEY, sent.phoneNumber);
      setAsking(false);
    },
    errors: (error) => (fieldErrorsOf(error)["phoneNumber"] ? "inline" : "Test not sent"),
  });
  const send = () => test.run({ body: { message, phoneNumber } });

  function open() {
    setPhoneNumber(formatPhone(localStorage.getItem(PHONE_KEY) ?? ""));
    test.reset();
    setAsking(true);
  }

  if (!asking)
    return (
      <Button
        size="tiny"
        icon={Smartphone}
        className="-mt-1 self-start"
        disabled={message.trim() === ""}
        onClick={open}
      >
        Test to myself
      </Button>
    );
  return (
    <Field label="Your phone number" error={test.fieldErrors["phoneNumber"]}>
      <div className="row">
        <TestPhone value={phoneNumber} onValueChange={setPhoneNumber} onEnter={send} />
        <Button className="beside" busy={test.isPending && "Sending..."} onClick={send}>
          Send test
        </Button>
      </div>
    </Field>
  );
}

interface TestPhoneProps {
  value: string;
  onValueChange: (value: string) => void;
  onEnter: () => void;
}

function TestPhone({ value, onValueChange, onEnter }: TestPhoneProps) {
  return (
    <Input
      type="tel"
      autoComplete="tel"
      // Focused because the button that opened it is gone.
      ref={focus}
      value={value}
      onChange={(event) => onValueChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        // Enter sends the test here, and never the campaign.
        if (event.key === "Enter") {
          event.preventDefault();
          onEnter();
        }
      }}
    />
  );
}

function focus(input: HTMLInputElement | null) {
  input?.focus();
}
