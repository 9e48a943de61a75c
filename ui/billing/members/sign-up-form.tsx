import Check from "lucide-react/icons/check";
import Lock from "lucide-react/icons/lock";
import { useState } from "react";
import type { Offer } from "#src/billing/members/contract.ts";
import {
  AgreementPreview,
  AgreementWithoutScript,
  ViewAgreement,
} from "#ui/billing/client-pages/agreement-view.tsx";
import type { Signature } from "#ui/billing/client-pages/signature.ts";
import { SignatureField, SignatureTypeChoice } from "#ui/billing/client-pages/signature-field.tsx";
import { Step } from "#ui/billing/client-pages/step.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { usePlainForm } from "#ui/shell/form/plain-form.ts";
import { DetailFields, type Details, isComplete, NO_DETAILS } from "./detail-fields.tsx";
import { loadMembers } from "./queries.ts";

/** Details, agreement and signature on one page, followed by the checkout. */
export function SignUpForm({ offer, amount }: { offer: Offer; amount: string }) {
  const toasts = useToasts();
  const [details, setDetails] = useState<Details>(NO_DETAILS);
  const [isRead, setRead] = useState(false);
  const [signatureType, setSignatureType] = useState<Signature["type"]>("canvas");
  const [signature, setSignature] = useState<Signature>();

  const { form, field, errors, showFieldErrors } = usePlainForm<Details>({
    shape: async () => (await loadMembers()).SignUpDetails,
    initial: NO_DETAILS,
    onValid(typed) {
      if (!signature)
        toasts.show({
          title: "Signature Required",
          description: "Please sign the agreement before proceeding",
          kind: "destructive",
        });
      else
        joining.run({
          body: {
            contactName: typed.contactName,
            contactPhone: typed.contactPhone,
            contactEmail: typed.contactEmail,
            membershipId: offer.id,
            signatureData: signature.data,
            signatureType: signature.type,
            signerName: typed.contactName,
            version: offer.version,
          },
        });
    },
  });
  const joining = useAct(async () => (await loadMembers()).members.signUp, {
    onDone: ({ url }) => location.assign(url),
    errors(error) {
      showFieldErrors(error);
      return {};
    },
  });

  const hasDetails = isComplete(details);
  return (
    <form
      className="contents"
      {...form}
      onChange={({ currentTarget }) => {
        form.onChange();
        const typed = new FormData(currentTarget);
        setDetails(
          (before) =>
            Object.fromEntries(
              Object.keys(before).map((name) => [name, String(typed.get(name) ?? "")]),
            ) as unknown as Details,
        );
      }}
    >
      <Step number={1} title="Your details" state={hasDetails ? "done" : "now"}>
        <DetailFields field={field} errors={errors} />
      </Step>
      <Step
        number={2}
        title="Agreement"
        state={isRead ? "done" : hasDetails ? "now" : "later"}
        note={
          isRead && (
            <span className="row xs good no-phone ml-1 gap-1.25">
              <Icon of={Check} size="s" />
              Read to the end
            </span>
          )
        }
        trailing={
          <ViewAgreement
            title={`${offer.name} agreement`}
            text={offer.agreementText}
            onRead={() => setRead(true)}
          />
        }
      >
        <AgreementPreview text={offer.agreementText} />
        <AgreementWithoutScript text={offer.agreementText} />
      </Step>
      <Step
        number={3}
        title="Signature"
        state={signature ? "done" : isRead ? "now" : "later"}
        trailing={
          isRead && (
            <SignatureTypeChoice
              value={signatureType}
              onValueChange={(chosen) => {
                setSignatureType(chosen);
                setSignature(undefined);
              }}
            />
          )
        }
      >
        {isRead ? (
          <>
            <SignatureField
              signatureType={signatureType}
              value={signature}
              onValueChange={setSignature}
              signerName={details.contactName}
            />
            <p className="xs faint mt-2">{offer.consent}</p>
          </>
        ) : (
          <p className="row agreement">
            <Icon of={Lock} />
            View the agreement and read it to the end, then you can sign here.
          </p>
        )}
      </Step>
      <div className="step">
        <span />
        <div className="col gap-3">
          <Button
            type="submit"
            variant="primary"
            size="big"
            fill
            icon={Lock}
            busy={(joining.isPending || joining.isSuccess) && "Opening checkout..."}
          >
            Continue to checkout
          </Button>
          <p className="xs faint text-center">
            First payment of {amount} today, then {amount} per {offer.billingFrequency} until you
            cancel.
          </p>
        </div>
      </div>
    </form>
  );
}
