import { CodeStep } from "#ui/billing/client-pages/code-step.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { loadCheckout } from "./queries.ts";

interface VerifyPartProps {
  phone: string;
  onBack: () => void;
  resending: boolean;
  onResend: () => void;
  onVerified: (code: string) => void;
}

export function VerifyPart({ onVerified, ...step }: VerifyPartProps) {
  const toasts = useToasts();
  return (
    <CodeStep
      {...step}
      forAnybody
      verify="Verify Code"
      verifyCode={async () => (await loadCheckout()).verifyCode}
      onVerified={(_, code) => {
        toasts.show({ title: "Phone Verified" });
        onVerified(code);
      }}
    />
  );
}
