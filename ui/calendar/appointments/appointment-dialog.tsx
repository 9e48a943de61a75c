import { useQuery } from "@tanstack/react-query";
import Repeat from "lucide-react/icons/repeat";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import type { Appointment, SettableStatus } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { addMinutes, clockOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Select } from "#ui/kit/select.tsx";
import { BookAnywayNote } from "./booking-summary.tsx";
import { ClientField } from "./client-field.tsx";
import { usualEnd } from "./days.ts";
import { type FormValues, resolver, textedAbout, valuesOf } from "./form-values.ts";
import { formatRepeat } from "./format-repeat.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { NotifyBox, useNotify } from "./notify-box.tsx";
import { RepeatField } from "./repeat-field.tsx";
import { ScopeDialog } from "./scope-dialog.tsx";
import type { Changes, StatusChoice } from "./use-changes.ts";
import { useRepeatPreview } from "./use-repeat-preview.ts";
import { useSave } from "./use-save.ts";
import { VisitDialog } from "./visit-dialog.tsx";
import { NoteField, TimeInputs } from "./visit-fields.tsx";
import { VisitServices } from "./visit-services.tsx";
import { servicesOf, visitTerms } from "./visit-terms.ts";

export interface AppointmentDialogProps {
  appointment: Appointment;
  employees: readonly Employee[];
  /** Begins with another time, or with the question whether to cancel. */
  begin?: "move" | "cancel" | undefined;
  onMove: Changes["move"];
  onStatus: (appointment: Appointment, status: SettableStatus, choice?: StatusChoice) => void;
  /** Takes the text about the last change back. */
  onWithdrawText: (appointment: Appointment) => void;
  /** Opens another part of a visit with several employees. */
  onOpenPart: (id: number) => void;
  onClose: () => void;
}

type FormName = "edit" | "move";

/** Shows a visit, and changes it. */
export function AppointmentDialog(props: AppointmentDialogProps) {
  const { appointment, employees, begin, onClose } = props;
  /** `left` is a form that was left without a change. */
  const [{ form, left }, setForm] = useState<{ form?: FormName; left?: FormName }>(
    begin === "move" ? { form: begin } : {},
  );
  /** As it was when the form opened: what others change meanwhile isn't written back. */
  const [before, setBefore] = useState(appointment);
  const open = (opened: FormName) => {
    setBefore(appointment);
    setForm({ form: opened });
  };
  const back = () => (begin === "move" || !form ? onClose() : setForm({ left: form }));
  if (form === "move")
    return (
      <MoveDialog
        {...{ employees, onClose }}
        appointment={before}
        onMove={props.onMove}
        onCancel={back}
      />
    );
  if (form === "edit")
    return <EditVisit {...{ employees, onClose }} appointment={before} onCancel={back} />;
  return (
    <VisitDialog
      {...{ appointment, employees, onClose }}
      asked={begin === "cancel" ? begin : undefined}
      {...(left && { left })}
      onStatus={(status, choice) => {
        props.onStatus(appointment, status, choice);
        // A press on a status shows in place, and another press takes it back.
        const isPlain = choice === undefined && status !== "canceled";
        const tookPlace = before.status !== "canceled" && before.status !== "requested";
        if (!isPlain || !tookPlace) onClose();
      }}
      onWithdrawText={() => {
        props.onWithdrawText(appointment);
        onClose();
      }}
      onOpenPart={props.onOpenPart}
      onEdit={() => open("edit")}
      onMove={() => open("move")}
    />
  );
}

interface EditVisitProps {
  appointment: Appointment;
  employees: readonly Employee[];
  /** Back to the visit as it is. */
  onCancel: () => void;
  onClose: () => void;
}

/** The form in which a visit is given other services, another client or any time. */
function EditVisit({ appointment, employees, onCancel, onClose }: EditVisitProps) {
  const { user } = useCurrentUser();
  const form = useForm<FormValues>({
    resolver,
    defaultValues: valuesOf(appointment),
  });
  const { register, handleSubmit, watch, setValue, formState } = form;
  const preview = useRepeatPreview(form, appointment);
  const about = textedAbout(appointment, watch());
  const notify = useNotify(about);
  const { save, isPending, clash, clearClash, ...scope } = useSave({
    ...{ appointment, employees, form, preview, onClose },
    notify: about && notify.isChecked,
  });
  const repeat = formatRepeat(appointment);
  const isBooked = appointment.status !== "canceled" && appointment.status !== "requested";
  const mayRepeat = user?.role === "admin" && isBooked;
  const maySeeClient = user !== null && seesClients(user);
  const { errors } = formState;

  return (
    <FormDialog
      title="Edit Appointment"
      description={
        appointment.parts.length > 0 &&
        "A new time or client applies to the whole visit. Other changes apply only to this part."
      }
      action={clash ? "Book Anyway" : "Save"}
      variant={clash ? "danger" : "primary"}
      summary={clash && <BookAnywayNote doubt={clash} />}
      busy={isPending && "Saving..."}
      onSubmit={handleSubmit(save)}
      onClose={onCancel}
    >
      {maySeeClient && (
        <div className="grid grid-cols-[1.3fr_1fr] items-start gap-3 phone:grid-cols-1">
          <ClientField
            value={watch("clientName")}
            error={errors.clientName?.message}
            onValueChange={(name) =>
              setValue("clientName", name, { shouldValidate: formState.isSubmitted })
            }
            onChoose={(client) => {
              setValue("clientName", client.name, { shouldValidate: formState.isSubmitted });
              setValue("phoneNumber", formatPhone(client.phoneNumber));
            }}
          />
          <Field label="Phone (optional)" error={errors.phoneNumber?.message}>
            <Input {...register("phoneNumber")} type="tel" className="num" autoComplete="off" />
          </Field>
        </div>
      )}
      <TimeFields form={form} employees={employees} onChange={clearClash} />
      <ServicesPart appointment={appointment} form={form} onChange={clearClash} />
      {maySeeClient ? (
        <NoteField {...register("notes")} />
      ) : (
        appointment.notes && <p className="sm wrap-anywhere">{appointment.notes}</p>
      )}
      {repeat ? (
        <p className="flex items-center gap-2 min-w-0 sm">
          <Icon of={Repeat} />
          {repeat}
        </p>
      ) : (
        mayRepeat && <RepeatField form={form} preview={preview} onChange={clearClash} />
      )}
      {about && <NotifyBox notify={notify} />}
      {scope.asksScope && (
        <ScopeDialog
          title="Change Repeating Appointment"
          description={repeat}
          onChoose={scope.chooseScope}
          onClose={scope.dismissScope}
        />
      )}
    </FormDialog>
  );
}

interface TimeFieldsProps {
  form: UseFormReturn<FormValues>;
  employees: readonly Employee[];
  /** A changed time clears the conflict. */
  onChange: () => void;
}

/** Employee, day, start and end; an appointment lasts an hour by default. */
function TimeFields({ form, employees, onChange }: TimeFieldsProps) {
  const { watch, setValue, getValues, formState } = form;
  const { errors, dirtyFields, isSubmitted } = formState;
  const { data: services = [] } = useQuery(servicesQuery(useApi()));

  /** The length of the chosen services, or an hour. Without a service, an entered end stays. */
  function endFor(startTime: string): string | undefined {
    const { date, employeeId, services: ids } = getValues();
    if (dirtyFields.endTime && ids.length === 0) return undefined;
    const terms = visitTerms(servicesOf(services, ids), employeeId);
    return usualEnd(date, startTime, terms?.durationMinutes);
  }

  return (
    <>
      <Field label="Employee" error={errors.employeeId?.message}>
        <Select
          value={watch("employeeId") || undefined}
          placeholder="Choose an employee"
          onValueChange={(employeeId) => {
            setValue("employeeId", employeeId, { shouldDirty: true, shouldValidate: isSubmitted });
            onChange();
          }}
          options={employees.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Field>
      <TimeInputs form={form} endFor={endFor} onChange={onChange} />
    </>
  );
}

/** Other services change the end of the visit. */
function ServicesPart({
  appointment,
  form,
  onChange,
}: Pick<TimeFieldsProps, "form" | "onChange"> & { appointment: Appointment }) {
  const { data: services = [] } = useQuery(servicesQuery(useApi()));
  return (
    <VisitServices
      form={form}
      services={services}
      booked={appointment.services}
      onChange={(chosen) => {
        const { date, startTime, employeeId } = form.getValues();
        const terms = visitTerms(servicesOf(services, chosen), employeeId);
        if (!terms || startTime === "") return;
        const end = clockOf(addMinutes(`${date}T${startTime}:00`, terms.durationMinutes));
        const validate = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
        form.setValue("endTime", end, validate);
        onChange();
      }}
    />
  );
}
