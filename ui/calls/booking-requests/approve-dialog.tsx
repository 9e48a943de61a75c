import { useQuery } from "@tanstack/react-query";
import MessageCircle from "lucide-react/icons/message-circle";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import {
  type PotentialAppointment,
  potentialAppointments,
} from "#src/calls/booking-requests/contract.ts";
import { confirmationText } from "#src/shared/confirmation-text.ts";
import { parseWallTime } from "#src/shared/wall-time.ts";
import { fieldErrorsOf, useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { Select } from "#ui/kit/select.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { type BookingValues, bodyOf, resolver, startOf, valuesOf } from "./booking-values.ts";
import { nameOf } from "./names.ts";

interface ApproveDialogProps {
  request: PotentialAppointment;
  onClose: () => void;
}

export function ApproveDialog({ request, onClose }: ApproveDialogProps) {
  const { data: employees } = useQuery(employeesQuery(useApi()));
  const [way, setWay] = useState<"book" | "mark">("book");
  const form = useForm<BookingValues>({ resolver, defaultValues: valuesOf(request) });
  const { approve, isPending, clash, clearClash } = useApprove(request, form, onClose);
  const said = [request.preferredDate, request.preferredTime].filter((one) => one !== "");

  return (
    <FormDialog
      title={`Approve ${formatPhone(nameOf(request))}`}
      description={`${request.requestedService}. Asked for: ${said.join(" · ") || "any time"}.`}
      action={way === "mark" ? "Approve" : clash ? "Book Anyway" : "Book Appointment"}
      busy={isPending && (way === "book" ? "Booking..." : "Approving...")}
      onSubmit={(event) =>
        way === "book" ? form.handleSubmit(approve)(event) : approve(undefined)
      }
      onClose={onClose}
    >
      <Segmented
        label="How to approve"
        className="w-full [&>*]:flex-1"
        value={way}
        onValueChange={setWay}
        options={[
          { value: "book", label: "Book it" },
          { value: "mark", label: "Only mark as approved" },
        ]}
      />
      {way === "book" ? (
        <>
          <BookingFields form={form} employees={employees} onChange={clearClash} />
          <TextPreview form={form} employees={employees} phone={request.callerPhone} />
        </>
      ) : (
        <p className="dim">
          This won't book anything or send a text. Use it for visits you booked elsewhere.
        </p>
      )}
      {clash && way === "book" && (
        <Note tone="wait" icon={TriangleAlert} role="alert">
          {clash} You can still book it.
        </Note>
      )}
    </FormDialog>
  );
}

interface TextPreviewProps {
  form: UseFormReturn<BookingValues>;
  employees: readonly { id: number; name: string }[] | undefined;
  phone: string | null;
}

/** The exact text that the caller will receive. */
function TextPreview({ form, employees, phone }: TextPreviewProps) {
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  const values = form.watch();
  const startsAt = parseWallTime(startOf(values));
  const employee = employees?.find(({ id }) => String(id) === values.employeeId);

  if (phone === null)
    return (
      <Note icon={MessageCircle}>There's no phone number, so we can't text a confirmation.</Note>
    );
  if (!settings || startsAt === undefined || !employee)
    return <Note icon={MessageCircle}>We'll text a confirmation to {formatPhone(phone)}.</Note>;
  const { businessName, businessPhone } = settings;
  return (
    <Note icon={MessageCircle}>
      <span className="dim">We'll text {formatPhone(phone)} unless they've opted out:</span>
      <span className="mt-1 block wrap-anywhere">
        {confirmationText(
          { businessName, businessPhone },
          { service: values.service.trim(), employee: employee.name, startsAt },
        )}
      </span>
    </Note>
  );
}

/**
 * Books what the form says, or without values only marks the request; asks first when the appointment
 * overlaps another one.
 */
function useApprove(
  request: PotentialAppointment,
  form: UseFormReturn<BookingValues>,
  onClose: () => void,
) {
  const [clash, setClash] = useState<string>();
  const { run, isPending } = useAct(potentialAppointments.approve, {
    done: ({ confirmation }) =>
      confirmation
        ? { title: "Appointment booked", description: confirmation.message }
        : "Request approved",
    onDone: onClose,
    errors(error) {
      const message = fieldErrorsOf(error)["allowOverlap"];
      if (message === undefined) return { setError: form.setError };
      setClash(message);
      return "inline";
    },
  });

  return {
    isPending,
    clash,
    clearClash: () => setClash(undefined),
    approve: (values: BookingValues | undefined) =>
      run({
        params: { id: request.id },
        body: values ? { ...bodyOf(values), allowOverlap: clash !== undefined } : {},
      }),
  };
}

interface BookingFieldsProps {
  form: UseFormReturn<BookingValues>;
  /** Undefined while they load. */
  employees: readonly { id: number; name: string }[] | undefined;
  /** A changed time clears the conflict. */
  onChange: () => void;
}

function BookingFields({ form, employees, onChange }: BookingFieldsProps) {
  const { register, watch, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  const options = { onChange };
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3 phone:grid-cols-1">
        <Field label="Client" error={errors.clientName?.message}>
          <Input {...register("clientName")} autoComplete="off" />
        </Field>
        <Field label="Service" error={errors.service?.message}>
          <Input {...register("service")} autoComplete="off" maxLength={200} />
        </Field>
      </div>
      <Field
        label="Employee"
        error={errors.employeeId?.message}
        hint={employees?.length === 0 && "Add your employees in Settings first."}
      >
        <Select
          value={watch("employeeId") || undefined}
          placeholder="Choose an employee"
          onValueChange={(employeeId) => {
            setValue("employeeId", employeeId, { shouldDirty: true, shouldValidate: isSubmitted });
            onChange();
          }}
          options={(employees ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Field>
      <div className="grid grid-cols-[1.3fr_1fr_1fr] items-start gap-3 phone:grid-cols-2">
        <Field label="Date" error={errors.date?.message} className="phone:col-span-2">
          <Input {...register("date", options)} type="date" />
        </Field>
        <Field label="Start time" error={errors.time?.message}>
          <Input {...register("time", options)} type="time" step={300} />
        </Field>
        <Field label="Minutes" error={errors.minutes?.message}>
          <Input {...register("minutes", options)} type="number" min={1} max={1440} step={5} />
        </Field>
      </div>
    </>
  );
}
