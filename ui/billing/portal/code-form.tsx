import { type ComponentProps, useState } from "react";
import { errorMessage } from "#ui/api.ts";
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
  const [sent, setSent] = useState(0);
  const { forAnybody } = props;
  const fallback = "Failed to send verification code";

  const sending = useAct(props.sendCode, {
    // The step itself says where the code went.
    done: forAnybody
      ? undefined
      : { title: "Code Sent", description: "Check your phone for the 6-digit code." },
    onDone() {
      setStep("code");
      setSent(sent + 1);
    },
    errors: forAnybody ? "inline" : { fallback },
  });
  const refusal = forAnybody && sending.error ? errorMessage(sending.error, fallback) : undefined;

  return step === "phone" ? (
    <PhoneStep
      phone={phone}
      busy={sending.isPending}
      refusal={refusal}
      onPhone={(typed) => {
        setPhone(typed);
        sending.run({ body: { phoneNumber: typed } });
      }}
    />
  ) : (
    <CodeStep
      {...props}
      phone={phone}
      refusal={refusal}
      isNewCode={sent > 1}
      onBack={() => setStep("phone")}
      resending={sending.isPending}
      onResend={() => sending.run({ body: { phoneNumber: phone } })}
    />
  );
}
