import { CodeStep } from "#ui/billing/client-pages/code-step.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { useSendCode } from "./phone-part.tsx";
import { loadCheckout } from "./queries.ts";

interface VerifyPartProps {
  phone: string;
  onBack: () => void;
  onVerified: (code: string) => void;
}

export function VerifyPart({ phone, onBack, onVerified }: VerifyPartProps) {
  const toasts = useToasts();
  const sending = useSendCode(() => undefined);
  return (
    <CodeStep
      phone={phone}
      forAnybody
      verify="Verify Code"
      verifyCode={async () => (await loadCheckout()).verifyCode}
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
