import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { PublicPlan } from "#src/billing/financing/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import type { Signature } from "#ui/billing/client-pages/signature.ts";
import { HowToSign, SignatureField } from "#ui/billing/client-pages/signature-field.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { BackAndOn } from "./back-and-on.tsx";
import { loadFinancing } from "./queries.ts";

interface SignatureStepProps {
  plan: PublicPlan;
  proven: {
    readonly phoneNumber: string;
    readonly verificationCode: string;
    readonly fullName: string;
    readonly email: string;
  };
  onBack: () => void;
  onSigned: (contactId: number) => void;
}

export function SignatureStep({ plan, proven, onBack, onSigned }: SignatureStepProps) {
  const api = useApi();
  const toasts = useToasts();
  const [signerName, setSignerName] = useState(proven.fullName);
  const [how, setHow] = useState<Signature["type"]>("canvas");
  const [signature, setSignature] = useState<Signature>();
  const [error, setError] = useState<string>();
  const signing = useMutation({
    mutationFn: async (signed: Signature) =>
      api((await loadFinancing()).financingApi.storeSignature, {
        body: {
          ...proven,
          paymentPlanId: plan.id,
          planUpdatedAt: plan.updatedAt,
          signatureData: signed.data,
          signatureType: signed.type,
          signerName,
        },
      }),
    onSuccess({ contactId }) {
      toasts.show({ title: "Signature Saved" });
      onSigned(contactId);
    },
    onError: (problem) => complain(wordsOf(problem)),
  });

  function complain(words: string) {
    toasts.show({ title: "Error", description: words, kind: "destructive" });
  }

  function sign() {
    if (signerName.trim() === "") setError("Please enter your full name");
    else if (!signature || signature.data.trim() === "")
      complain(how === "canvas" ? "Please provide a signature" : "Please type your name to sign");
    else signing.mutate(signature);
  }

  return (
    <div className="grid gap-4">
      <Field label="Signer's Full Name" error={error}>
        <Input
          autoComplete="name"
          maxLength={120}
          value={signerName}
          onChange={({ currentTarget }) => {
            setSignerName(currentTarget.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="row wrap">
        <span className="grow font-label">Your signature</span>
        <HowToSign
          value={how}
          onValueChange={(chosen) => {
            setHow(chosen);
            setSignature(undefined);
          }}
        />
      </div>
      <SignatureField
        key={how}
        how={how}
        value={signature}
        onValueChange={setSignature}
        signerName={signerName}
      />
      <p className="xs faint">{plan.consent}</p>
      <BackAndOn busy={signing.isPending && "Saving..."} onBack={onBack} onClick={sign}>
        Sign and Continue
      </BackAndOn>
    </div>
  );
}
