import type { PublicPlan } from "#src/billing/checkout/contract.ts";
import { AgreementPreview, ViewAgreement } from "./agreement-view.tsx";
import { StepButtons } from "./step-buttons.tsx";

interface AgreementStepProps {
  plan: PublicPlan;
  isRead: boolean;
  onRead: () => void;
  onBack: () => void;
  onDone: () => void;
}

export function AgreementStep({ plan, isRead, onRead, onBack, onDone }: AgreementStepProps) {
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-2 min-w-0">
        <p className="dim flex-1 min-w-0" role="status">
          {isRead
            ? "You've read the whole agreement."
            : "Open the agreement and read it to the end."}
        </p>
        <ViewAgreement
          title={`${plan.name} agreement`}
          text={plan.agreementText}
          terms={plan.terms}
          onRead={onRead}
        />
      </div>
      <AgreementPreview text={plan.agreementText} />
      <StepButtons disabled={!isRead} onBack={onBack} onClick={onDone}>
        Continue to Signature
      </StepButtons>
    </div>
  );
}
