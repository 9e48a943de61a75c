import { useEffect, useRef, useState } from "react";
import type { PublicPlan } from "#src/billing/checkout/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { PhoneStep } from "#ui/billing/client-pages/phone-step.tsx";
import { lazy } from "#ui/kit/lazy.ts";
import { useLazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import type { SignedPlan } from "./payment-step.tsx";
import { loadCheckout } from "./queries.ts";
import { Step } from "./step.tsx";

// Each is loaded one step ahead, because no earlier step needs it.
const verifyPart = lazy(async () => (await import("./verify-part.tsx")).VerifyPart);
const detailsStep = lazy(async () => (await import("./details-step.tsx")).DetailsStep);
const agreementStep = lazy(async () => (await import("./agreement-step.tsx")).AgreementStep);
const signatureStep = lazy(async () => (await import("./signature-step.tsx")).SignatureStep);
const paymentStep = lazy(async () => (await import("./payment-step.tsx")).PaymentStep);

const STEPS = [
  "Phone Number",
  "Verify Code",
  "Contact Details",
  "Review Agreement",
  "Signature",
  "Payment",
] as const;
const [PHONE, VERIFY, DETAILS, AGREEMENT, SIGNATURE, PAYMENT] = [0, 1, 2, 3, 4, 5] as const;

interface PlanStepsProps {
  plan: PublicPlan;
  /** Set for a client who came back from Stripe without paying. */
  saved: SignedPlan | undefined;
}

/** One open step at a time. Completed steps stay above it with their values. */
export function PlanSteps({ plan, saved }: PlanStepsProps) {
  const toasts = useToasts();
  const [at, setAt] = useState<number>(saved ? PAYMENT : PHONE);
  const [phone, setPhone] = useState(saved?.phone ?? "");
  const [code, setCode] = useState("");
  const [contact, setContact] = useState(saved?.contact ?? { fullName: "", email: "" });
  const [isRead, setRead] = useState(false);
  const [contactId, setContactId] = useState(saved?.contactId);
  const steps = useFocusOfStep(at);
  const back = () => setAt(at - 1);
  const sending = useAct(async () => (await loadCheckout()).verifyPhone, {
    done: { title: "Code Sent", description: "Check your phone for the 6-digit code." },
    onDone(_, { body }) {
      setPhone(body.phoneNumber);
      setAt(VERIFY);
    },
    errors: { fallback: "Failed to send verification code" },
  });
  const sendCode = (phoneNumber: string) => sending.run({ body: { phoneNumber } });
  const VerifyPart = useLazyDialog(true, verifyPart);
  const DetailsStep = useLazyDialog(at >= VERIFY, detailsStep);
  const AgreementStep = useLazyDialog(at >= DETAILS, agreementStep);
  const SignatureStep = useLazyDialog(at >= AGREEMENT, signatureStep);
  const PaymentStep = useLazyDialog(at >= SIGNATURE, paymentStep);

  const parts = [
    <PhoneStep key="phone" phone={phone} busy={sending.isPending} onPhone={sendCode} />,
    VerifyPart && (
      <VerifyPart
        key="verify"
        phone={phone}
        onBack={back}
        resending={sending.isPending}
        onResend={() => sendCode(phone)}
        onVerified={(typed) => {
          setCode(typed);
          setAt(DETAILS);
        }}
      />
    ),
    DetailsStep && (
      <DetailsStep
        key="details"
        contact={contact}
        onBack={back}
        onDone={(typed) => {
          setContact(typed);
          toasts.dismiss();
          setAt(AGREEMENT);
        }}
      />
    ),
    AgreementStep && (
      <AgreementStep
        key="agreement"
        plan={plan}
        isRead={isRead}
        onRead={() => setRead(true)}
        onBack={back}
        onDone={() => setAt(SIGNATURE)}
      />
    ),
    SignatureStep && (
      <SignatureStep
        key="signature"
        plan={plan}
        verified={{ phoneNumber: phone, verificationCode: code, ...contact }}
        onBack={back}
        onSigned={(id) => {
          setContactId(id);
          setAt(PAYMENT);
        }}
      />
    ),
    PaymentStep && contactId !== undefined && (
      <PaymentStep
        key="payment"
        plan={plan}
        entered={{ phone, contact, contactId }}
        hasReturned={saved !== undefined}
      />
    ),
  ];
  const answers = [formatPhone(phone), "Verified", contact.fullName, "Read to the end", "Signed"];

  return (
    <div className="grid gap-4" ref={steps}>
      {STEPS.map((title, step) => (
        <Step
          key={title}
          number={step + 1}
          title={title}
          state={step < at ? "done" : step === at ? "now" : "later"}
          note={step < at && <span className="xs dim num clip ml-1">{answers[step]}</span>}
        >
          {step === at && parts[step]}
        </Step>
      ))}
    </div>
  );
}

/** Moves the focus into the step that opened, for keyboard users. */
function useFocusOfStep(at: number) {
  const steps = useRef<HTMLDivElement>(null);
  const previousStep = useRef(at);
  useEffect(() => {
    if (previousStep.current === at) return;
    previousStep.current = at;
    const step = steps.current?.querySelector("[aria-current=step]");
    step?.querySelector<HTMLElement>("input, button:not(:disabled)")?.focus();
  }, [at]);
  return steps;
}
