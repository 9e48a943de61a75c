import { useMutation } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { CodeStep, PhoneStep } from "#ui/billing/client-pages/code-form.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { loadFinancing } from "./queries.ts";

interface PhonePartProps {
  phone: string;
  onSent: (phone: string) => void;
}

export function PhonePart({ phone, onSent }: PhonePartProps) {
  const sending = useSending(onSent);
  return <PhoneStep phone={phone} busy={sending.isPending} onPhone={sending.mutate} />;
}

interface VerifyPartProps {
  phone: string;
  onBack: () => void;
  onVerified: (code: string) => void;
}

export function VerifyPart({ phone, onBack, onVerified }: VerifyPartProps) {
  const api = useApi();
  const toasts = useToasts();
  const sending = useSending(() => undefined);
  return (
    <CodeStep
      phone={phone}
      forAnybody
      verify="Verify Code"
      sendCode={async () => undefined}
      verifyCode={async (phoneNumber, code) =>
        api((await loadFinancing()).financingApi.verifyCode, { body: { phoneNumber, code } })
      }
      onVerified={(_, code) => {
        toasts.show({ title: "Phone Verified" });
        onVerified(code);
      }}
      onBack={onBack}
      resending={sending.isPending}
      onResend={() => sending.mutate(phone)}
      onFailed={(error) => tellError(toasts, error, { fallback: "Invalid verification code" })}
    />
  );
}

function useSending(onSent: (phone: string) => void) {
  const api = useApi();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (phoneNumber: string) =>
      api((await loadFinancing()).financingApi.verifyPhone, { body: { phoneNumber } }),
    onSuccess(_, phone) {
      toasts.show({ title: "Code Sent", description: "Check your phone for the 6-digit code." });
      onSent(phone);
    },
    onError: (error) => tellError(toasts, error, { fallback: "Failed to send verification code" }),
  });
}
