import { useInfiniteQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import WalletCards from "lucide-react/icons/wallet-cards";
import { useState } from "react";
import { type Plan, paymentPlans } from "#src/billing/payment-plans/contract.ts";
import { useApi } from "#ui/api.ts";
import { StripeMissing } from "#ui/billing/parts/stripe-missing.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Cards } from "#ui/kit/cards.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { useAllPages } from "#ui/shell/data/all-pages.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { PlanCard } from "./plan-card.tsx";
import { plansQuery } from "./queries.ts";

export function PaymentPlansScreen() {
  const list = useInfiniteQuery(plansQuery(useApi()));
  const { rows: plans } = useAllPages(list);
  const { error } = list;
  const [opened, setOpened] = useState<Opened>();
  const draft = useAct(paymentPlans.generateAgreement, {
    done: "AI agreement generated successfully",
  });
  const create = () => setOpened({ dialog: "create" });

  function writeDraft(plan: Plan) {
    draft.run(
      { params: { id: plan.id } },
      {
        onDone: ({ agreementText }) =>
          setOpened({ dialog: "edit", plan: { ...plan, agreementText } }),
      },
    );
  }

  function generate(plan: Plan) {
    if (plan.agreementText === "") writeDraft(plan);
    else setOpened({ dialog: "regenerate", plan });
  }

  return (
    <>
      <Bar title="Payment Plans" meta={plans?.length}>
        <BarAction icon={Plus} variant="primary" onClick={create}>
          Create Payment Plan
        </BarAction>
      </Bar>
      <Page label="Payment Plans">
        <StripeMissing />
        {error && !plans && <LoadFailed query={list} />}
        {!plans && !error && (
          <Cards busy className="[--card:300px]">
            {["a", "b", "c"].map((key) => (
              <div key={key} className="card grid content-start gap-3 p-4" aria-hidden="true">
                <Skeleton width="55%" height={16} />
                <Skeleton width="85%" />
                <Skeleton height={110} />
              </div>
            ))}
          </Cards>
        )}
        {plans?.length === 0 && (
          <EmptyState
            icon={WalletCards}
            title="No payment plans yet"
            action={
              <Button icon={Plus} onClick={create}>
                Create Payment Plan
              </Button>
            }
          >
            Let clients pay for a treatment in installments, with a signed agreement.
          </EmptyState>
        )}
        {plans && plans.length > 0 && (
          <Cards className="[--card:300px]">
            {plans.map((plan) => (
              <PlanCard
                key={plan.id}
                plan={plan}
                drafting={draft.isPending && draft.variables?.params.id === plan.id}
                onGenerate={() => generate(plan)}
                onAction={(dialog) => setOpened({ dialog, plan })}
              />
            ))}
          </Cards>
        )}
      </Page>
      <PlanDialogs opened={opened} onDraft={writeDraft} onClose={() => setOpened(undefined)} />
    </>
  );
}

type Opened =
  | { readonly dialog: "create"; readonly plan?: never }
  | { readonly dialog: "edit" | "invite" | "remove" | "regenerate"; readonly plan: Plan };

interface PlanDialogsProps {
  opened: Opened | undefined;
  onDraft: (plan: Plan) => void;
  onClose: () => void;
}

// The form's code is fetched when it first opens.
const PlanFormDialog = lazyDialog(
  async () => (await import("./plan-form-dialog.tsx")).PlanFormDialog,
);
const PlanInvite = lazyDialog(async () => (await import("./plan-invite.tsx")).PlanInvite);

function PlanDialogs({ opened, onDraft, onClose }: PlanDialogsProps) {
  if (!opened) return null;
  const { plan } = opened;
  if (!plan) return <PlanFormDialog plan={undefined} onClose={onClose} />;
  if (opened.dialog === "edit")
    return <PlanFormDialog key={plan.id} plan={plan} onClose={onClose} />;
  if (opened.dialog === "invite") return <PlanInvite plan={plan} onClose={onClose} />;
  if (opened.dialog === "remove")
    return (
      <ActDialog
        act={paymentPlans.remove}
        input={{ params: { id: plan.id } }}
        done="Payment plan deleted successfully"
        busy="Deleting..."
        onClose={onClose}
        title={`Delete ${plan.name}`}
        description="Are you sure you want to delete this payment plan?"
        action="Delete"
      />
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Regenerate Agreement?"
      description="This replaces the current text with a new draft. Agreements that clients have signed won't change."
      action="Regenerate Agreement"
      onConfirm={() => {
        onClose();
        onDraft(plan);
      }}
    />
  );
}
