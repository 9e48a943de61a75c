import { useState } from "react";
import { CodeForm } from "#ui/billing/portal/code-form.tsx";
import { loadBooking } from "./queries.ts";

interface PhoneStepProps {
  /** Reminder consent is a sentence, not a box. */
  consent: string;
  onVerified: (phone: string) => void;
}

export function PhoneStep({ consent, onVerified }: PhoneStepProps) {
  const [isVerified, setVerified] = useState(false);
  return (
    <div className="grid gap-3">
      {!isVerified && (
        <CodeForm
          sendCode={async () => (await loadBooking()).sendCode}
          verifyCode={async () => (await loadBooking()).verifyCode}
          verify="Confirm Number"
          forAnybody
          onVerified={(phone) => {
            setVerified(true);
            onVerified(phone);
          }}
        />
      )}
      <p className="xs faint">{consent}</p>
    </div>
  );
}
