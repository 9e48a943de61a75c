import { PhoneStep } from "#ui/billing/client-pages/phone-step.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { loadCheckout } from "./queries.ts";

export function PhonePart({ phone, onSent }: { phone: string; onSent: (phone: string) => void }) {
  const sending = useSendCode(onSent);
  return (
    <PhoneStep
      phone={phone}
      busy={sending.isPending}
      onPhone={(phoneNumber) => sending.run({ body: { phoneNumber } })}
    />
  );
}

export function useSendCode(onSent: (phone: string) => void) {
  return useAct(async () => (await loadCheckout()).verifyPhone, {
    done: { title: "Code Sent", description: "Check your phone for the 6-digit code." },
    onDone: (_, { body }) => onSent(body.phoneNumber),
    errors: { fallback: "Failed to send verification code" },
  });
}
