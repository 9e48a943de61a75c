import Sparkles from "lucide-react/icons/sparkles";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import {
  type Membership,
  memberships,
  type NewMembership as Values,
} from "#src/billing/memberships/contract.ts";
import {
  MembershipContradiction,
  NO_LEGAL_ADVICE,
  useFreshAgreementError,
} from "#ui/billing/parts/contradiction.tsx";
import { toAmount } from "#ui/billing/parts/money-input.tsx";
import { StripeMissing } from "#ui/billing/parts/stripe-missing.tsx";
import { AmountInput } from "#ui/billing/parts/unit-input.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Select } from "#ui/kit/select.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { resolverOf } from "#ui/shell/form/form.ts";
import { pickDirty, useWas } from "#ui/shell/form/was.ts";

interface MembershipDialogProps {
  /** Undefined for a new one. */
  membership: Membership | undefined;
  /** An agreement that is not yet saved. */
  draft?: string | undefined;
  onClose: () => void;
}

const FREQUENCIES = [
  { value: "week", label: "Week" },
  { value: "month", label: "Month" },
  { value: "year", label: "Year" },
] as const;

export function MembershipDialog({ membership, draft, onClose }: MembershipDialogProps) {
  const isAdmin = useCurrentUser().user?.role === "admin";
  const pricesMayChange = isAdmin || !membership;
  const form = useForm<Values>({
    resolver: resolverOf(memberships.create.body),
    defaultValues: {
      name: membership?.name ?? "",
      description: membership?.description ?? "",
      price: membership?.price ?? "",
      billingFrequency: membership?.billingFrequency ?? "month",
      agreementText: membership?.agreementText ?? "",
    },
  });
  const { register, handleSubmit, setError, setValue, watch, formState } = form;
  const { errors, dirtyFields } = formState;
  useFreshAgreementError(form);
  const { agreementText: text = "", ...typed } = watch();
  useEffect(() => {
    if (draft !== undefined) setValue("agreementText", draft, { shouldDirty: true });
  }, [draft, setValue]);

  const { wasOf, onError } = useWas(membership);
  const options = { onDone: onClose, errors: { setError } };
  const change = useAct(memberships.change, {
    ...options,
    done: "Membership updated",
    errors(error) {
      onError(error);
      return { setError };
    },
  });
  const create = useAct(memberships.create, {
    ...options,
    done: isAdmin ? "Membership created and approved" : "Membership sent for approval",
  });

  function save({ agreementText = "", ...values }: Values) {
    const body = { ...values, ...(isAdmin && { agreementText }) };
    if (!membership) return create.run({ body });
    const changed = pickDirty(body, dirtyFields);
    change.run({ params: { id: membership.id }, body: { ...changed, was: wasOf(changed) } });
  }

  return (
    <FormDialog
      title={membership ? "Edit Membership" : "Create Membership"}
      size={isAdmin ? "wide" : "normal"}
      action={membership ? "Save" : "Create Membership"}
      busy={(change.isPending || create.isPending) && "Saving..."}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      {!membership && <StripeMissing />}
      <Field label="Name" error={errors.name?.message}>
        <Input {...register("name")} autoComplete="off" placeholder="Glow Club" />
      </Field>
      <Field
        label="Description"
        hint="Start a line with a dash to list a benefit."
        error={errors.description?.message}
      >
        <Textarea {...register("description")} rows={4} />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="Price"
          hint={membership && pricesMayChange ? "For new members only" : undefined}
          error={errors.price?.message}
        >
          <AmountInput
            {...register("price", { setValueAs: toAmount })}
            placeholder="89.00"
            disabled={!pricesMayChange}
          />
        </Field>
        <Field label="Billed every" error={errors.billingFrequency?.message}>
          <Select
            value={watch("billingFrequency")}
            onValueChange={(value) => setValue("billingFrequency", value, { shouldDirty: true })}
            options={FREQUENCIES}
            disabled={!pricesMayChange}
          />
        </Field>
      </div>
      {isAdmin && (
        <AgreementField
          id={membership?.id}
          value={text}
          onValueChange={(text) => setValue("agreementText", text, { shouldDirty: true })}
          error={errors.agreementText?.message}
        />
      )}
      {isAdmin && !errors.agreementText && (
        <MembershipContradiction {...typed} agreementText={text} />
      )}
    </FormDialog>
  );
}

interface AgreementFieldProps {
  /** Undefined until the membership is saved, because a draft needs its id. */
  id: string | undefined;
  value: string;
  onValueChange: (text: string) => void;
  error: string | undefined;
}

function AgreementField({ id, value, onValueChange, error }: AgreementFieldProps) {
  const drafting = useAct(memberships.generateAgreement, {
    done: {
      title: "AI agreement generated successfully",
      description: "Read it before you save.",
    },
    onDone: ({ agreementText }) => onValueChange(agreementText),
  });

  return (
    <div className="grid gap-2">
      <Field
        label="Agreement"
        hint={`Plain text. Start a line with # for a heading. Leave blank to use a standard agreement. ${NO_LEGAL_ADVICE}`}
        error={error}
      >
        <Textarea
          rows={10}
          value={value}
          onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
        />
      </Field>
      {id !== undefined && (
        <div>
          <Button
            size="tiny"
            icon={Sparkles}
            busy={drafting.isPending && "Generating..."}
            onClick={() => drafting.run({ params: { id } })}
          >
            {value === "" ? "Generate Agreement" : "Regenerate Agreement"}
          </Button>
        </div>
      )}
    </div>
  );
}
