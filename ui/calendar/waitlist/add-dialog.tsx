import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { waitlist } from "#src/calendar/waitlist/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { ClientField } from "#ui/calendar/appointments/client-field.tsx";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Select } from "#ui/kit/select.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { DateInput, TimeInput } from "#ui/shell/fields/date-input.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt } from "#ui/shell/format/dates.ts";
import { ANY_TIME, TimePreferenceFields, toTimes } from "./time-preference-fields.tsx";

const ANYONE = "anyone";
/** How long a client waits, unless staff choose another last day. */
const DAYS = 28;

const MISSING = {
  client: "Choose a client",
  phone: "Enter a mobile number",
  service: "Choose a service",
} as const;

/** What a client waits for. Only a contact can wait, because offers are texts. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const { data: services = [] } = useQuery(servicesQuery(api));
  const { data: employees = [] } = useQuery(employeesQuery(api));
  const today = useToday();
  const [name, setName] = useState("");
  const [phoneNumber, setPhoneNumber] = useState("");
  const [contactId, setContactId] = useState<number>();
  const [missing, setMissing] = useState<readonly (keyof typeof MISSING)[]>([]);
  const [serviceId, setServiceId] = useState<string>();
  const [employeeId, setEmployeeId] = useState(ANYONE);
  const [from, setFrom] = useState(today);
  const [to, setTo] = useState(addDays(today, DAYS));
  const [times, setTimes] = useState(ANY_TIME);
  const save = useAct(waitlist.add, {
    done: "Added to the waitlist",
    errors: "Couldn't add the client",
    onDone: onClose,
  });
  const { fieldErrors } = save;
  const service = services.find(({ id }) => String(id) === serviceId);
  const errorOf = (field: keyof typeof MISSING) =>
    missing.includes(field) ? MISSING[field] : undefined;
  const performers = employees.filter(({ id }) => service?.employeeIds?.includes(id) ?? true);

  return (
    <FormDialog
      title="Add to Waitlist"
      action="Add to Waitlist"
      busy={save.isPending && "Adding..."}
      onClose={onClose}
      onSubmit={({ target }) => {
        const isNew = contactId === undefined && name.trim() !== "";
        const lacks = [
          ...(name.trim() === "" ? (["client"] as const) : []),
          ...(isNew && phoneNumber.trim() === "" ? (["phone"] as const) : []),
          ...(service ? [] : (["service"] as const)),
        ];
        setMissing(lacks);
        if (!service || lacks.length > 0) return focusFirstInvalid(target as HTMLElement);
        save.run({
          body: {
            ...(contactId === undefined ? { clientName: name, phoneNumber } : { contactId }),
            serviceId: service.id,
            employeeId: employeeId === ANYONE ? null : Number(employeeId),
            from,
            to,
            ...toTimes(times),
          },
        });
      }}
    >
      <div className="grid grid-cols-[1.3fr_1fr] items-start gap-3 phone:grid-cols-1">
        <ClientField
          value={name}
          isKnown={contactId !== undefined}
          error={errorOf("client") ?? fieldErrors["clientName"]}
          onValueChange={(typed) => {
            setName(typed);
            setMissing([]);
            if (contactId !== undefined) setPhoneNumber("");
            setContactId(undefined);
          }}
          onChoose={(client) => {
            setName(formatPhone(client.name));
            setPhoneNumber(formatPhone(client.phoneNumber));
            setContactId(client.id);
          }}
        />
        <Field label="Phone" error={errorOf("phone") ?? fieldErrors["phoneNumber"]}>
          <Input
            type="tel"
            className="num"
            autoComplete="off"
            value={phoneNumber}
            onValueChange={(typed) => {
              setPhoneNumber(typed);
              setMissing([]);
              setContactId(undefined);
            }}
          />
        </Field>
      </div>
      <Field
        label="Service"
        error={errorOf("service") ?? fieldErrors["serviceId"]}
        hint={services.length === 0 ? "Add your services in Settings first." : undefined}
      >
        <Select
          value={serviceId}
          placeholder="Choose a service"
          onValueChange={(chosen) => {
            setServiceId(chosen);
            setMissing([]);
            setEmployeeId(ANYONE);
          }}
          options={services.map((one) => ({ value: String(one.id), label: one.name }))}
        />
      </Field>
      <Field label="With" error={fieldErrors["employeeId"]}>
        <Select
          value={employeeId}
          onValueChange={setEmployeeId}
          options={[
            { value: ANYONE, label: "Anyone" },
            ...performers.map((one) => ({ value: String(one.id), label: one.name })),
          ]}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="From" error={fieldErrors["from"]}>
          <DateInput value={from} min={today} onValueChange={setFrom} />
        </Field>
        <Field label="To" error={fieldErrors["to"]}>
          <DateInput value={to} min={from} onValueChange={setTo} />
        </Field>
      </div>
      <TimePreferenceFields
        timeInput={TimeInput}
        value={times}
        onValueChange={setTimes}
        timeToError={fieldErrors["timeTo"]}
      />
    </FormDialog>
  );
}

/** Once the errors are shown. */
function focusFirstInvalid(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus());
}

/** The business's day, such as "2026-11-27". */
function useToday(): string {
  const { now, timeZone } = useBusinessTime();
  return dayAt(now, timeZone);
}
