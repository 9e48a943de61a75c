import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { waitlist } from "#src/calendar/waitlist/contract.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { ClientField } from "#ui/calendar/appointments/client-field.tsx";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Select } from "#ui/kit/select.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { DateInput, TimeInput } from "#ui/shell/fields/date-input.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt } from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { ANY_TIME, TimePreferenceFields, toTimes } from "./time-preference-fields.tsx";

const ANYONE = "anyone";
/** How long a client waits, unless staff choose another last day. */
const DAYS = 28;

/** What a client waits for. Only a contact can wait, because offers are texts. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const { data: services = [] } = useQuery(servicesQuery(api));
  const { data: employees = [] } = useQuery(employeesQuery(api));
  const { now, timeZone } = useBusinessTime();
  const today = dayAt(now, timeZone);
  const [name, setName] = useState("");
  const [contactId, setContactId] = useState<number>();
  const [missing, setMissing] = useState<string>();
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
  const service = services.find(({ id }) => String(id) === serviceId) ?? services[0];
  const performers = employees.filter(({ id }) => service?.employeeIds?.includes(id) ?? true);

  return (
    <FormDialog
      title="Add to Waitlist"
      action="Add to Waitlist"
      busy={save.isPending && "Adding..."}
      onClose={onClose}
      onSubmit={() => {
        if (contactId === undefined) return setMissing("Choose a client from your contacts");
        if (!service) return undefined;
        save.run({
          body: {
            contactId,
            serviceId: service.id,
            employeeId: employeeId === ANYONE ? null : Number(employeeId),
            from,
            to,
            ...toTimes(times),
          },
        });
      }}
    >
      <ClientField
        value={name}
        error={missing}
        onValueChange={(typed) => {
          setName(typed);
          setContactId(undefined);
        }}
        onChoose={(client) => {
          setName(formatPhone(client.name));
          setContactId(client.id);
          setMissing(undefined);
        }}
      />
      <Field
        label="Service"
        error={fieldErrors["serviceId"]}
        hint={services.length === 0 ? "Add your services in Settings first." : undefined}
      >
        <Select
          value={service ? String(service.id) : ""}
          onValueChange={(chosen) => {
            setServiceId(chosen);
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
