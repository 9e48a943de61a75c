import Lock from "lucide-react/icons/lock";
import Scale from "lucide-react/icons/scale";
import { Controller, useForm, useWatch } from "react-hook-form";
import {
  DEFAULT_COUNT,
  DEFAULT_FEE,
  type Plan,
  paymentPlans,
} from "#src/billing/payment-plans/contract.ts";
import { creditAmounts, formatPercent } from "#src/shared/agreement-terms.ts";
import { annualRate, MAX_INSTALLMENTS, planAmounts } from "#src/shared/installments.ts";
import { lendingNote } from "#src/shared/lending.ts";
import { formatMoney } from "#src/shared/money.ts";
import {
  NO_LEGAL_ADVICE,
  PlanContradiction,
  parseTerms,
  type TypedTerms,
  useFreshAgreementError,
} from "#ui/billing/parts/contradiction.tsx";
import { toAmount } from "#ui/billing/parts/money-input.tsx";
import { StripeMissing } from "#ui/billing/parts/stripe-missing.tsx";
import { AmountInput, PercentInput } from "#ui/billing/parts/unit-input.tsx";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { Select } from "#ui/kit/select.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { resolverOf } from "#ui/shell/form/form.ts";
import { pickDirty, useWas } from "#ui/shell/form/was.ts";
import { Figure } from "./figure.tsx";

/** The form's values; amounts stay text. */
interface PlanValues {
  name: string;
  description: string;
  principalAmount: string;
  feePercentage: string;
  installmentCount: string;
  installmentInterval: "week" | "month" | "year";
  agreementText: string;
}

interface PlanFormDialogProps {
  /** Undefined for a new one. */
  plan: Plan | undefined;
  onClose: () => void;
}

export function PlanFormDialog({ plan, onClose }: PlanFormDialogProps) {
  const form = useForm<PlanValues>({
    resolver: resolverOf(paymentPlans.create.body),
    defaultValues: valuesOf(plan),
  });
  const { register, handleSubmit, setError, control, formState } = form;
  const { errors, dirtyFields } = formState;
  useFreshAgreementError(form);
  const typed = useWatch({ control });
  const values = { ...valuesOf(plan), ...typed };
  const isFrozen = plan !== undefined && plan.subscriberCount > 0;

  const { wasOf, onError } = useWas(plan);
  const options = {
    done: `Payment plan ${plan ? "updated" : "created"} successfully`,
    onDone: onClose,
    errors(error: Error) {
      onError(error);
      return { setError };
    },
  };
  const create = useAct(paymentPlans.create, options);
  const change = useAct(paymentPlans.change, options);

  function save(values: PlanValues) {
    if (!plan) return create.run({ body: values });
    const changed = pickDirty(values, dirtyFields);
    change.run({ params: { id: plan.id }, body: { ...changed, was: wasOf(changed) } });
  }

  return (
    <FormDialog
      size="wide"
      title={plan ? "Edit Payment Plan" : "Create Payment Plan"}
      action={plan ? "Save Changes" : "Create Payment Plan"}
      busy={(create.isPending || change.isPending) && "Saving..."}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      {!plan && <StripeMissing />}
      <Field label="Name" error={errors.name?.message}>
        <Input {...register("name")} autoComplete="off" />
      </Field>
      <Field label="Description (optional)" error={errors.description?.message}>
        <Textarea {...register("description")} rows={2} />
      </Field>
      {isFrozen && (
        <Note icon={Lock}>
          Clients have signed up for this plan, so you can't change its amounts or dates.
        </Note>
      )}
      <fieldset disabled={isFrozen} className="grid grid-cols-2 gap-4 phone:grid-cols-1">
        <legend className="sr">Amounts and dates</legend>
        <Field label="Principal Amount" error={errors.principalAmount?.message}>
          <AmountInput {...register("principalAmount", { setValueAs: toAmount })} />
        </Field>
        <Field label="Fee Percentage" error={errors.feePercentage?.message}>
          <PercentInput {...register("feePercentage")} step="0.1" min="0" />
        </Field>
        <Field
          label="Number of Installments"
          hint="2 to 24"
          error={errors.installmentCount?.message}
        >
          <Input
            {...register("installmentCount")}
            className="num"
            type="number"
            step="1"
            min="2"
            max={MAX_INSTALLMENTS}
          />
        </Field>
        <Field label="Installment Interval" error={errors.installmentInterval?.message}>
          <Controller
            control={control}
            name="installmentInterval"
            render={({ field }) => (
              <Select
                value={field.value}
                onValueChange={field.onChange}
                options={INTERVALS}
                disabled={isFrozen}
              />
            )}
          />
        </Field>
      </fieldset>
      <PaymentSummary typed={values} />
      {plan && (
        <Field
          label="Agreement Text"
          hint={`Plain text. Start a line with # for a heading. Clients read and sign it. ${NO_LEGAL_ADVICE}`}
          error={errors.agreementText?.message}
        >
          <Textarea {...register("agreementText")} rows={10} />
        </Field>
      )}
      {plan && !errors.agreementText && (
        <PlanContradiction {...values} terms={parseTerms(values)} />
      )}
    </FormDialog>
  );
}

const INTERVALS = [
  { value: "week", label: "Weekly" },
  { value: "month", label: "Monthly" },
  { value: "year", label: "Yearly" },
] as const;

function valuesOf(plan: Plan | undefined): PlanValues {
  return {
    name: plan?.name ?? "",
    description: plan?.description ?? "",
    principalAmount: plan?.principalAmount ?? "0",
    feePercentage: plan ? String(Number(plan.feePercentage)) : DEFAULT_FEE,
    installmentCount: plan ? String(plan.installmentCount) : DEFAULT_COUNT,
    installmentInterval: plan?.installmentInterval ?? "month",
    agreementText: plan?.agreementText ?? "",
  };
}

/** The plan's installments while it is edited, with the cost disclosures for clients. */
function PaymentSummary({ typed }: { typed: TypedTerms }) {
  const currency = useCurrency();
  const terms = parseTerms(typed);
  const amounts = terms && planAmounts(terms);
  const credit = terms && creditAmounts(terms);
  const rate = terms && annualRate(terms);
  const note = terms && lendingNote(terms);
  const money = (cents: number | undefined) =>
    cents === undefined ? "–" : formatMoney(cents, currency);

  return (
    <section
      aria-label="Payment Summary"
      className="grid gap-3 rounded-lg border border-line bg-raised px-4 py-3.5"
    >
      <h3 className="h3">Payment Summary</h3>
      <dl className="num grid grid-cols-[1fr_auto] gap-y-1.5 text-base" aria-live="polite">
        <Figure name="Principal">{money(terms?.principal)}</Figure>
        <Figure name="Finance fee (finance charge)">{money(amounts?.fee)}</Figure>
        <Figure name="Total (total sale price)">{money(amounts?.total)}</Figure>
        <Figure name="First installment (down payment)">{money(amounts?.first)}</Figure>
        <Figure name="Amount financed">{money(credit?.amountFinanced)}</Figure>
        <Figure name="Total of payments">{money(credit?.totalOfPayments)}</Figure>
        <Figure name="Effective APR">{rate === undefined ? "–" : formatPercent(rate)}</Figure>
        <dt className={TOTAL}>Per installment</dt>
        <dd className={`${TOTAL} text-right`}>{money(amounts?.installment)}</dd>
      </dl>
      {note && (
        <Note tone="wait" icon={Scale}>
          {note}
        </Note>
      )}
    </section>
  );
}

const TOTAL = "mt-0.5 border-line border-t pt-2.25 font-label text-lead text-ink";
