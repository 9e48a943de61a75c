import { type ComponentProps, useState } from "react";
import { CodeStep, type Loaded } from "#ui/billing/client-pages/code-step.tsx";
import { PhoneStep } from "#ui/billing/client-pages/phone-step.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface CodeFormProps
  extends Pick<
    ComponentProps<typeof CodeStep>,
    "verifyCode" | "onVerified" | "verify" | "forAnybody"
  > {
  sendCode: Loaded<{ phoneNumber: string }>;
}

/** A phone number, then the six digits that were texted to it. */
export function CodeForm(props: CodeFormProps) {
  const [step, setStep] = useState<"phone" | "code">("phone");
  const [phone, setPhone] = useState("");

  const sending = useAct(props.sendCode, {
    done: { title: "Code Sent", description: "Check your phone for the 6-digit code." },
    onDone: () => setStep("code"),
    errors: { fallback: "Failed to send verification code" },
  });

  return step === "phone" ? (
    <PhoneStep
      phone={phone}
      busy={sending.isPending}
      onPhone={(typed) => {
        setPhone(typed);
        sending.run({ body: { phoneNumber: typed } });
      }}
    />
  ) : (
    <CodeStep
      {...props}
      phone={phone}
      onBack={() => setStep("phone")}
      resending={sending.isPending}
      onResend={() => sending.run({ body: { phoneNumber: phone } })}
    />
  );
}
