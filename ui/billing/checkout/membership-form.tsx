import Check from "lucide-react/icons/check";
import Lock from "lucide-react/icons/lock";
import { useState } from "react";
import type { Offer } from "#src/billing/checkout/contract.ts";
import { Field } from "#ui/kit/field.tsx";
import { SubmitButton } from "#ui/kit/form.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Input, PhoneInput } from "#ui/kit/input.tsx";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { showNotLoaded } from "#ui/kit/lazy-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { usePlainForm } from "#ui/shell/form/plain-form.ts";
import { AgreementPreview, ViewAgreement } from "./agreement-view.tsx";
import { loadCheckout, loadSignUpDetails } from "./queries.ts";
import { Returned } from "./returned.tsx";
import { saveSignUp } from "./saved-sign-up.ts";
import type { Signature } from "./signature.ts";
import { Step } from "./step.tsx";

// Loaded while the client reads, because signing comes afterwards.
const signatureField = lazy(async () => (await import("./signature-field.tsx")).SignatureField);
const typeChoice = lazy(async () => (await import("./signature-field.tsx")).SignatureTypeChoice);

const UNSIGNED = "Please sign the agreement before proceeding";

/** What a client entered before leaving for Stripe. */
export interface Entered {
  readonly details: Details;
  readonly signature: Signature;
}

interface SignUpFormProps {
  offer: Offer;
  amount: string;
  /** Set for a client who came back from Stripe without paying. */
  saved: Entered | undefined;
}

/** Details, agreement and signature on one page, followed by the checkout. */
export function SignUpForm({ offer, amount, saved }: SignUpFormProps) {
  const toasts = useToasts();
  const [details, setDetails] = useState<Details>(saved?.details ?? NO_DETAILS);
  const [isRead, setRead] = useState(saved !== undefined);
  const [signatureType, setSignatureType] = useState(saved?.signature.type ?? "canvas");
  const [signature, setSignature] = useState(saved?.signature);
  const [error, setError] = useState<string>();

  const { form, field, errors, showFieldErrors } = usePlainForm<Details>({
    shape: loadSignUpDetails,
    initial: details,
    onValid(typed) {
      if (!signature) {
        setError(UNSIGNED);
        toasts.error("Signature Required", UNSIGNED);
      } else
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
  const joining = useAct(async () => (await loadCheckout()).signUp, {
    onDone({ url }, { body }) {
      const { contactName, contactPhone, contactEmail } = body;
      const { signatureType: type, signatureData: data } = body;
      saveSignUp<Entered>(offer.version, {
        details: { contactName, contactPhone, contactEmail },
        signature: { type, data },
      });
      location.assign(url);
    },
    errors(error) {
      showFieldErrors(error);
      return {};
    },
  });

  const hasMetadata = isComplete(details);
  const SignatureField = useLazy(hasMetadata || isRead, signatureField, () =>
    showNotLoaded(toasts),
  );
  const SignatureTypeChoice = useLazy(hasMetadata || isRead, typeChoice);
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
      <Step number={1} title="Your Details" state={hasMetadata ? "done" : "now"}>
        <DetailFields field={field} errors={errors} />
      </Step>
      <Step
        number={2}
        title="Agreement"
        state={isRead ? "done" : hasMetadata ? "now" : "later"}
        note={
          isRead && (
            <span className="flex items-center min-w-0 xs good no-phone ml-1 gap-1.25">
              <Icon of={Check} size="s" />
              Read to the end
            </span>
          )
        }
        trailing={
          <ViewAgreement
            title={`${offer.name} agreement`}
            text={offer.agreementText}
            terms={offer.terms}
            onRead={() => setRead(true)}
          />
        }
      >
        <AgreementPreview text={offer.agreementText} />
      </Step>
      <Step
        number={3}
        title="Signature"
        state={signature ? "done" : isRead ? "now" : "later"}
        trailing={
          isRead &&
          SignatureTypeChoice && (
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
            {SignatureField && (
              <SignatureField
                signatureType={signatureType}
                value={signature}
                onValueChange={setSignature}
                signerName={details.contactName}
                error={error}
              />
            )}
            <p className="xs faint mt-2">{offer.consent}</p>
          </>
        ) : (
          <p className="flex items-center gap-2 min-w-0 agreement">
            <Icon of={Lock} />
            To sign here, first view the agreement and read it to the end.
          </p>
        )}
      </Step>
      <div className="step">
        <span />
        <div className="flex flex-col min-w-0 gap-3">
          {saved && <Returned />}
          <SubmitButton
            icon={Lock}
            busy={(joining.isPending || joining.isSuccess) && "Opening checkout..."}
          >
            Continue to Checkout
          </SubmitButton>
          <p className="xs faint text-center">
            First payment of {amount} today, then {amount} per {offer.billingFrequency} until you
            cancel.
          </p>
        </div>
      </div>
    </form>
  );
}

interface Details {
  readonly contactName: string;
  readonly contactPhone: string;
  readonly contactEmail: string;
}

const NO_DETAILS: Details = { contactName: "", contactPhone: "", contactEmail: "" };

interface DetailFieldsProps {
  field: (name: keyof Details) => { name: string; defaultValue: string };
  errors: Readonly<Partial<Record<keyof Details, string>>>;
}

function DetailFields({ field, errors }: DetailFieldsProps) {
  return (
    <div className="two">
      <Field className="wide" label="Full Name" error={errors.contactName}>
        <Input {...field("contactName")} autoComplete="name" />
      </Field>
      <Field label="Phone Number" error={errors.contactPhone}>
        <PhoneInput {...field("contactPhone")} />
      </Field>
      <Field label="Email" error={errors.contactEmail}>
        <Input {...field("contactEmail")} type="email" autoComplete="email" autoCapitalize="none" />
      </Field>
    </div>
  );
}

/** Complete enough for the next step; the server's rules are checked at the end. */
function isComplete({ contactName, contactPhone, contactEmail }: Details): boolean {
  return (
    contactName.trim().length >= 2 && contactPhone.trim().length >= 10 && /.@./.test(contactEmail)
  );
}
