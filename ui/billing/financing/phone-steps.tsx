import { CodeStep, PhoneStep } from "#ui/billing/client-pages/code-form.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { loadFinancing } from "./queries.ts";

interface PhonePartProps {
  phone: string;
  onSent: (phone: string) => void;
}

export function PhonePart({ phone, onSent }: PhonePartProps) {
  const sending = useSending(onSent);
  return (
    <PhoneStep
      phone={phone}
      busy={sending.isPending}
      onPhone={(phoneNumber) => sending.run({ body: { phoneNumber } })}
    />
  );
}

interface VerifyPartProps {
  phone: string;
  onBack: () => void;
  onVerified: (code: string) => void;
}

export function VerifyPart({ phone, onBack, onVerified }: VerifyPartProps) {
  const toasts = useToasts();
  const sending = useSending(() => undefined);
  return (
    <CodeStep
      phone={phone}
      forAnybody
      verify="Verify Code"
      verifyCode={async () => (await loadFinancing()).financingApi.verifyCode}
      onVerified={(_, code) => {
        toasts.show({ title: "Phone Verified" });
        onVerified(code);
      }}
      onBack={onBack}
      resending={sending.isPending}
      onResend={() => sending.run({ body: { phoneNumber: phone } })}
    />
  );
}

function useSending(onSent: (phone: string) => void) {
  return useAct(async () => (await loadFinancing()).financingApi.verifyPhone, {
    done: { title: "Code Sent", description: "Check your phone for the 6-digit code." },
    onDone: (_, { body }) => onSent(body.phoneNumber),
    errors: { fallback: "Failed to send verification code" },
  });
}
