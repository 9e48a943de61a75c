import { useMutation } from "@tanstack/react-query";
import Smartphone from "lucide-react/icons/smartphone";
import { useState } from "react";
import { campaigns } from "#src/messaging/campaigns/contract.ts";
import { ApiError, useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { phoneWords } from "#ui/shell/format/phone.ts";
import { useActKey } from "./idempotency-key.ts";

const REMEMBERED = "parlor-test-phone";

/** The message to the writer's own phone; the number is remembered in this browser. */
export function TestText({ message }: { message: string }) {
  const api = useApi();
  const toasts = useToasts();
  const key = useActKey();
  const [asking, setAsking] = useState(false);
  const [phoneNumber, setPhoneNumber] = useState("");

  const test = useMutation({
    mutationFn: () =>
      api(campaigns.test, { body: { message, phoneNumber }, idempotencyKey: key.current() }),
    onSuccess(sent) {
      key.renew();
      localStorage.setItem(REMEMBERED, sent.phoneNumber);
      toasts.show({ title: "Test sent", description: `To ${phoneWords(sent.phoneNumber)}` });
      setAsking(false);
    },
    onError(error) {
      key.settle(error);
      if (!fieldWords(error)) tellError(toasts, error, { title: "Test not sent" });
    },
  });

  function open() {
    setPhoneNumber(phoneWords(localStorage.getItem(REMEMBERED) ?? ""));
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
    <Field label="Your phone number" error={fieldWords(test.error)}>
      <div className="row">
        <TestPhone value={phoneNumber} onValueChange={setPhoneNumber} onEnter={test.mutate} />
        <Button
          className="beside"
          busy={test.isPending && "Sending..."}
          onClick={() => test.mutate()}
        >
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
      // It has been asked for: the button that was pressed is gone.
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

function fieldWords(error: unknown): string | undefined {
  return error instanceof ApiError ? error.errors["phoneNumber"] : undefined;
}
