import Check from "lucide-react/icons/check";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { SERVICE_COLORS, type Service, services } from "#src/calendar/services/contract.ts";
import { formatMoney } from "#src/shared/money.ts";
import { MoneyInput, toAmount } from "#ui/billing/parts/money-input.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { type OverrideDraft, Performers } from "./performers.tsx";

interface ServiceDialogProps {
  /** Omitted for a new one. */
  service: Service | undefined;
  employees: readonly Employee[];
  onCreated: (id: number) => void;
  onClose: () => void;
}

export function ServiceDialog({ service, employees, onCreated, onClose }: ServiceDialogProps) {
  const currency = useCurrency();
  const [draft, setDraft] = useState(() => draftOf(service, currency));
  const [deleting, setDeleting] = useState(false);
  const options = { onDone: onClose, errors: "inline" } as const;
  const create = useAct(services.create, {
    ...options,
    done: "Service added",
    onDone(created) {
      onCreated(created.id);
      onClose();
    },
  });
  const change = useAct(services.change, { ...options, done: "Service saved" });
  const remove = useAct(services.remove, { done: "Service deleted", onDone: onClose });
  const act = service ? change : create;
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const text = (field: TextField) => ({
    value: draft[field],
    onValueChange: (value: string) => set({ [field]: value }),
  });

  const hasProcessingError = Object.keys(act.fieldErrors).some((at) => at.startsWith("processing"));

  return (
    <FormDialog
      title={service ? "Edit Service" : "Add Service"}
      action={service ? "Save" : "Add Service"}
      busy={act.isPending && "Saving..."}
      onClose={onClose}
      onSubmit={() => {
        const body = bodyOf(draft);
        if (service) change.run({ params: { id: service.id }, body });
        else create.run({ body });
      }}
    >
      <Field label="Name" error={act.fieldErrors["name"]}>
        <Input {...text("name")} maxLength={100} autoComplete="off" />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Price" error={act.fieldErrors["price"]}>
          <MoneyInput {...text("price")} placeholder={formatMoney(0, currency)} />
        </Field>
        <Field label="Duration in minutes" error={act.fieldErrors["durationMinutes"]}>
          <Input {...text("minutes")} inputMode="numeric" className="num" />
        </Field>
        <Field label="Deposit (optional)" error={act.fieldErrors["deposit"]}>
          <MoneyInput {...text("deposit")} placeholder="None" />
        </Field>
        <Field label="Cleanup in minutes" error={act.fieldErrors["bufferMinutes"]}>
          <Input {...text("buffer")} inputMode="numeric" className="num" placeholder="None" />
        </Field>
      </div>
      <Performers employees={employees} draft={draft} onChange={set} />
      {act.fieldErrors["employeeIds"] && <p className="err">{act.fieldErrors["employeeIds"]}</p>}
      <fieldset>
        <legend className="h3 mb-2">Color</legend>
        <div className="swatches flex flex-wrap gap-2">
          {SERVICE_COLORS.map((color, at) => (
            <label key={color} style={{ background: color }}>
              <input
                type="radio"
                name="color"
                className="sr"
                checked={draft.color === color}
                aria-label={`Color ${at + 1}`}
                onChange={() => set({ color })}
              />
              {draft.color === color && <Icon of={Check} />}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label="Category (optional)" error={act.fieldErrors["category"]}>
        <Input {...text("category")} maxLength={60} autoComplete="off" placeholder="Skin" />
      </Field>
      <Checkbox
        checked={draft.onlineBooking}
        onChange={() => set({ onlineBooking: !draft.onlineBooking })}
      >
        Clients can book it online
      </Checkbox>
      <details open={Boolean(service?.processing) || hasProcessingError}>
        <summary className="h3 cursor-pointer">Processing time (optional)</summary>
        <p className="sm dim mt-2">
          While color develops, the employee can take another client. For color that takes 30
          minutes to apply and 40 to develop, enter 30 and 40.
        </p>
        <div className="mt-3 grid grid-cols-2 gap-3">
          <Field label="Minutes before the wait" error={act.fieldErrors["processing.afterMinutes"]}>
            <Input {...text("freeAfter")} inputMode="numeric" className="num" placeholder="None" />
          </Field>
          <Field label="Minutes of waiting" error={act.fieldErrors["processing.minutes"]}>
            <Input {...text("freeFor")} inputMode="numeric" className="num" placeholder="None" />
          </Field>
        </div>
        {act.fieldErrors["processing"] && <p className="err">{act.fieldErrors["processing"]}</p>}
      </details>
      {act.errorMessage && Object.keys(act.fieldErrors).length === 0 && (
        <p className="err" role="alert">
          {act.errorMessage}
        </p>
      )}
      {service && (
        <Button
          variant="quiet-bad"
          icon={Trash2}
          className="justify-self-start"
          onClick={() => setDeleting(true)}
        >
          Delete Service
        </Button>
      )}
      {service && (
        <ConfirmDialog
          open={deleting}
          onClose={() => setDeleting(false)}
          title="Delete This Service?"
          description="Existing appointments keep their service name, duration and price."
          action="Delete Service"
          busy={remove.isPending && "Deleting..."}
          onConfirm={() => remove.run({ params: { id: service.id } })}
        />
      )}
    </FormDialog>
  );
}

type TextField =
  | "name"
  | "category"
  | "minutes"
  | "buffer"
  | "freeAfter"
  | "freeFor"
  | "price"
  | "deposit";

/** The form's values; numbers are as typed. */
interface Draft {
  readonly name: string;
  readonly category: string;
  readonly minutes: string;
  readonly buffer: string;
  readonly freeAfter: string;
  readonly freeFor: string;
  readonly price: string;
  readonly deposit: string;
  readonly color: string;
  /** Null for everyone. */
  readonly employeeIds: readonly number[] | null;
  readonly overrides: readonly OverrideDraft[];
  readonly onlineBooking: boolean;
}

function draftOf(service: Service | undefined, currency: string): Draft {
  const money = (amount: string | null) => (amount === null ? "" : formatAmount(amount, currency));
  return {
    name: service?.name ?? "",
    category: service?.category ?? "",
    minutes: String(service?.durationMinutes ?? 60),
    buffer: String(service?.bufferMinutes || ""),
    freeAfter: String(service?.processing?.afterMinutes ?? ""),
    freeFor: String(service?.processing?.minutes ?? ""),
    price: money(service?.price ?? null),
    deposit: money(service?.deposit ?? null),
    color: service?.color ?? SERVICE_COLORS[0],
    employeeIds: service?.employeeIds ?? null,
    overrides: (service?.overrides ?? []).map(({ employeeId, durationMinutes, price }) => ({
      employeeId,
      minutes: durationMinutes === null ? "" : String(durationMinutes),
      price: money(price),
    })),
    onlineBooking: service?.onlineBooking ?? true,
  };
}

/** The request's body. Text that is not a number is sent as 0, and the server explains what to enter. */
function bodyOf(draft: Draft) {
  return {
    name: draft.name,
    category: draft.category,
    durationMinutes: Number(draft.minutes) || 0,
    bufferMinutes: Number(draft.buffer) || 0,
    processing:
      draft.freeAfter.trim() + draft.freeFor.trim() === ""
        ? null
        : { afterMinutes: Number(draft.freeAfter) || 0, minutes: Number(draft.freeFor) || 0 },
    price: toAmount(draft.price) || "0.00",
    deposit: toAmount(draft.deposit) || null,
    color: draft.color,
    employeeIds: draft.employeeIds === null ? null : [...draft.employeeIds],
    overrides: draft.overrides
      .filter(({ minutes, price }) => minutes.trim() !== "" || price.trim() !== "")
      .map(({ employeeId, minutes, price }) => ({
        employeeId,
        durationMinutes: minutes.trim() === "" ? null : Number(minutes) || 0,
        price: toAmount(price) || null,
      })),
    onlineBooking: draft.onlineBooking,
  };
}
