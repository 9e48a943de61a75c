import { useState } from "react";
import type { PublicPlan } from "#src/billing/checkout/contract.ts";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { loadCheckout } from "./queries.ts";
import type { Signature } from "./signature.ts";
import { SignatureField, SignatureTypeChoice } from "./signature-field.tsx";
import { StepButtons } from "./step-buttons.tsx";

interface SignatureStepProps {
  plan: PublicPlan;
  verified: {
    readonly phoneNumber: string;
    readonly verificationCode: string;
    readonly fullName: string;
    readonly email: string;
  };
  onBack: () => void;
  onSigned: (contactId: number) => void;
}

export function SignatureStep({ plan, verified, onBack, onSigned }: SignatureStepProps) {
  const [signerName, setSignerName] = useState(verified.fullName);
  const [signatureType, setSignatureType] = useState<Signature["type"]>("canvas");
  const [signature, setSignature] = useState<Signature>();
  const [error, setError] = useState<string>();
  const [signatureError, setSignatureError] = useState<string>();
  const signing = useAct(async () => (await loadCheckout()).storeSignature, {
    done: "Signature Saved",
    onDone: ({ contactId }) => onSigned(contactId),
  });

  function sign() {
    if (signerName.trim() === "") setError("Please enter your full name");
    else if (!signature || signature.data.trim() === "")
      setSignatureError(
        signatureType === "canvas" ? "Please provide a signature" : "Please type your name to sign",
      );
    else
      signing.run({
        body: {
          ...verified,
          paymentPlanId: plan.id,
          planUpdatedAt: plan.updatedAt,
          version: plan.version,
          signatureData: signature.data,
          signatureType: signature.type,
          signerName,
        },
      });
  }

  return (
    <div className="grid gap-4">
      <Field label="Signer's Full Name" error={error}>
        <Input
          autoComplete="name"
          maxLength={120}
          value={signerName}
          onValueChange={(name) => {
            setSignerName(name);
            setError(undefined);
          }}
        />
      </Field>
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <span className="flex-1 min-w-0 font-label">Your Signature</span>
        <SignatureTypeChoice
          value={signatureType}
          onValueChange={(chosen) => {
            setSignatureType(chosen);
            setSignature(undefined);
            setSignatureError(undefined);
          }}
        />
      </div>
      <div>
        <SignatureField
          key={signatureType}
          signatureType={signatureType}
          value={signature}
          onValueChange={setSignature}
          signerName={signerName}
          error={signatureError}
        />
      </div>
      <p className="xs faint">{plan.consent}</p>
      <StepButtons busy={signing.isPending && "Saving..."} onBack={onBack} onClick={sign}>
        Sign and Continue
      </StepButtons>
    </div>
  );
}
