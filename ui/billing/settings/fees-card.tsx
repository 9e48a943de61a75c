import { useFormContext, useWatch } from "react-hook-form";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { SelectSetting } from "#ui/platform/settings/select-setting.tsx";
import { NumberField, TextField } from "#ui/platform/settings/text-field.tsx";

const FEES = [
  { value: "none", label: "No fee" },
  { value: "fixed", label: "A fixed amount" },
  { value: "share", label: "A share of the price" },
];

const RULES = [
  { value: "never", label: "Never" },
  { value: "new-clients", label: "From new clients" },
  { value: "over-amount", label: "For visits over an amount" },
  { value: "no-show", label: "From clients who missed a visit" },
  { value: "always", label: "Always" },
];

/** What a missed visit costs, and who leaves a card to book online. */
export function FeesCard() {
  const { control } = useFormContext<SettingsValues>();
  const [fee, rule] = useWatch({ control, name: ["noShowFee", "bookingCardRule"] });
  return (
    <SectionCard id="fees">
      <SelectSetting
        name="noShowFee"
        label="No-show and late-cancellation fee"
        hint="You're asked each time. Nothing is charged automatically."
        options={FEES}
      />
      {fee === "fixed" && (
        <TextField
          name="noShowFeeAmount"
          label="Fee"
          inputMode="decimal"
          hint="At most the price of the visit."
        />
      )}
      {fee === "share" && (
        <NumberField name="noShowFeePercent" label="Percent of the price" min={1} max={100} />
      )}
      <SelectSetting
        name="bookingCardRule"
        label="Ask for a card when clients book online"
        hint="Not for services with a deposit, and only while Stripe is connected."
        options={RULES}
      />
      {rule === "over-amount" && (
        <TextField name="bookingCardAmount" label="From this price" inputMode="decimal" />
      )}
      <TextField
        name="tipNote"
        label="Note about tips"
        hint="Shown where clients add a tip, such as “All tips go to Elena.”"
        className={WIDE}
      />
      <p className={`hint ${WIDE}`}>
        Clients agree to your fee before they add a card, and we keep their agreement. Have your
        fees checked against the law of your state.
      </p>
    </SectionCard>
  );
}
