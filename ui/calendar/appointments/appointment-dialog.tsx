import CalendarOff from "lucide-react/icons/calendar-off";
import Repeat from "lucide-react/icons/repeat";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import type { Appointment, SettableStatus } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { ClientField } from "./client-field.tsx";
import { type FormValues, type Prefill, resolver, textedAbout, valuesOf } from "./form-values.ts";
import { formatRepeat } from "./format-repeat.ts";
import { NotifyBox, PlannedText, useNotify } from "./notify-box.tsx";
import { RepeatField } from "./repeat-field.tsx";
import { ScopeDialog } from "./scope-dialog.tsx";
import { ServiceField } from "./service-field.tsx";
import { StatusPart } from "./status-part.tsx";
import { TimeFields } from "./time-fields.tsx";
import type { StatusChoice } from "./use-changes.ts";
import { useContactByName } from "./use-client-search.ts";
import { useRepeatPreview } from "./use-repeat-preview.ts";
import { useSave } from "./use-save.ts";

interface AppointmentDialogProps {
  /** Omitted for a new appointment. */
  appointment: Appointment | undefined;
  date: string;
  prefill?: Prefill | undefined;
  employees: readonly Employee[];
  onStatus: (appointment: Appointment, status: SettableStatus, choice?: StatusChoice) => void;
  /** Takes the text about the last change back. */
  onWithdrawText?: ((appointment: Appointment) => void) | undefined;
  /** Blocks the time instead; omitted outside the calendar. */
  onBlockTime?: ((values: FormValues) => void) | undefined;
  onClose: () => void;
}

export function AppointmentDialog(props: AppointmentDialogProps) {
  const { appointment, date, prefill, employees, onStatus, onBlockTime, onClose } = props;
  const { onWithdrawText } = props;
  const { user } = useCurrentUser();
  const form = useForm<FormValues>({
    resolver,
    defaultValues: valuesOf(appointment, { date, employeeId: employees[0]?.id, prefill }),
  });
  const { register, handleSubmit, watch, setValue, formState } = form;
  const preview = useRepeatPreview(form, appointment);
  const about = textedAbout(appointment, watch());
  const notify = useNotify(about);
  const { save, isPending, clash, clearClash, ...scope } = useSave({
    ...{ appointment, form, date, preview, onClose },
    notify: about && notify.isChecked,
  });
  const filled = usePhonePrefill(form, appointment === undefined);
  const repeat = appointment && formatRepeat(appointment);
  const isBooked = appointment?.status !== "canceled" && appointment?.status !== "requested";
  const mayRepeat = user?.role === "admin" && isBooked;
  const maySeeClient = user !== null && seesClients(user);
  const { errors } = formState;

  return (
    <FormDialog
      title={appointment ? "Appointment" : "Add Appointment"}
      action={clash ? "Book Anyway" : appointment ? "Save" : "Add Appointment"}
      cancel={appointment ? "Close" : "Cancel"}
      busy={isPending && "Saving..."}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      {appointment && (
        <StatusPart
          appointment={appointment}
          onStatus={(status, choice) => {
            onStatus(appointment, status, choice);
            onClose();
          }}
          onDeleted={onClose}
        />
      )}
      {appointment && onWithdrawText && (
        <PlannedText
          appointment={appointment}
          onWithdraw={() => {
            onWithdrawText(appointment);
            onClose();
          }}
        />
      )}
      {!appointment && onBlockTime && (
        <div className="flex items-center gap-2 min-w-0 -mx-3 -mt-2">
          <Button variant="quiet" icon={CalendarOff} onClick={() => onBlockTime(form.getValues())}>
            Block time instead
          </Button>
        </div>
      )}
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
              filled.choose(client.phoneNumber);
            }}
          />
          <Field
            label="Phone (optional)"
            error={errors.phoneNumber?.message}
            hint={filled.from && `From the contact ${filled.from}`}
          >
            <Input
              {...register("phoneNumber", { onChange: filled.touched })}
              type="tel"
              className="num"
              autoComplete="off"
            />
          </Field>
        </div>
      )}
      <TimeFields form={form} employees={employees} onChange={clearClash} />
      <ServiceField form={form} onChange={clearClash} />
      {repeat ? (
        <p className="flex items-center gap-2 min-w-0 sm">
          <Icon of={Repeat} />
          {repeat}
        </p>
      ) : (
        mayRepeat && <RepeatField form={form} preview={preview} onChange={clearClash} />
      )}
      {about && (
        <NotifyBox
          notify={notify}
          label={appointment ? "Text the client" : "Text the client a confirmation"}
        />
      )}
      {clash && (
        <Note tone="wait" icon={TriangleAlert} role="alert">
          {clash} You can still book it.
        </Note>
      )}
      {scope.asksScope && (
        <ScopeDialog
          title="Change repeating appointment"
          description={repeat}
          onChoose={scope.chooseScope}
          onClose={scope.dismissScope}
        />
      )}
    </FormDialog>
  );
}

/** Fills in the number of the only contact with the typed name, unless a number was entered. */
function usePhonePrefill(form: UseFormReturn<FormValues>, enabled: boolean) {
  const { watch, setValue, getValues } = form;
  const typed = useRef(false);
  const match = useContactByName(watch("clientName"), enabled);
  const found = match && formatPhone(match.phoneNumber);

  useEffect(() => {
    if (typed.current || found === undefined) return;
    setValue("phoneNumber", found);
    // A different name clears the filled-in number.
    return () => {
      if (!typed.current && getValues("phoneNumber") === found) setValue("phoneNumber", "");
    };
  }, [found, setValue, getValues]);

  return {
    /** The contact whose number was filled in. */
    from: match && watch("phoneNumber") === found ? match.name : undefined,
    touched() {
      typed.current = true;
    },
    choose(phoneNumber: string) {
      typed.current = true;
      setValue("phoneNumber", formatPhone(phoneNumber));
    },
  };
}
