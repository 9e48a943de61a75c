import { useQuery } from "@tanstack/react-query";
import CalendarOff from "lucide-react/icons/calendar-off";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import type { FreeTime } from "#src/calendar/availability/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { clockOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { EmployeeChoice } from "#ui/calendar/booking/employee-choice.tsx";
import { formatDay, formatPrice } from "#ui/calendar/booking/format.ts";
import { renderPerformers, type SlotParts } from "#ui/calendar/booking/render-performers.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt, formatShortMonthDay } from "#ui/shell/format/dates.ts";
import type { Booking } from "./booking.ts";
import { BookingClient } from "./booking-client.tsx";
import { BookingSummary, WhoDoesWhat } from "./booking-summary.tsx";
import { BookingTimes } from "./booking-times.tsx";
import { usualEnd } from "./days.ts";
import { DepositBox, useDeposit } from "./deposit-box.tsx";
import { employeeFace } from "./employee-face.tsx";
import {
  type FormValues,
  lengthOf,
  newValues,
  type Prefill,
  rangeOf,
  resolver,
  textedAbout,
} from "./form-values.ts";
import { NoteField } from "./note-field.tsx";
import { NotifyBox, useNotify } from "./notify-box.tsx";
import { RepeatField } from "./repeat-field.tsx";
import { NEVER } from "./repeat-values.ts";
import { useLastServices } from "./use-last-services.ts";
import { useRepeatPreview } from "./use-repeat-preview.ts";
import { MinutesField, VisitServices } from "./visit-services.tsx";
import { employeesFor, servicesOf, visitTerms } from "./visit-terms.ts";

interface BookingDialogProps {
  description?: ReactNode;
  /** The contact, when it is known. */
  contactId?: number | undefined;
  prefill?: Prefill | undefined;
  employees: readonly Employee[];
  booking: Booking;
  /** The client's number can't be changed, and is always texted. */
  isCaller?: boolean;
  /** Above the fields. */
  lead?: (values: FormValues, employeeIds: readonly number[]) => ReactNode;
  /** Blocks the time instead; omitted outside the calendar. */
  onBlockTime?: ((values: FormValues) => void) | undefined;
  onClose: () => void;
}

/** Books a visit: what at the left, when at the right. */
export function BookingDialog(props: BookingDialogProps) {
  const { contactId, prefill, employees, booking, isCaller = false, onBlockTime, onClose } = props;
  const api = useApi();
  const { now, timeZone } = useBusinessTime();
  const today = dayAt(now, timeZone);
  const currency = useCurrency();
  const { data: services = [] } = useQuery(servicesQuery(api));
  const form = useForm<FormValues>({
    resolver,
    defaultValues: newValues({ date: today, ...prefill }),
  });
  const { watch, setValue, getValues, formState } = form;
  const preview = useRepeatPreview(form, undefined);
  /** An employee's id as text; empty for anyone. */
  const [wish, setWish] = useState(prefill?.employeeId ?? "");
  const [isTyped, setIsTyped] = useState(!isCaller && Boolean(prefill?.startTime));
  const [minutes, setMinutes] = useState(() => lengthOf(prefill));
  const [conflict, setConflict] = useState<string>();
  /** Of the picked time, where several employees share the visit. */
  const [parts, setParts] = useState<SlotParts>();
  const values = watch();
  const chosen = servicesOf(services, values.services);
  // A service may have been deleted since the client asked for it.
  const ids = chosen.map(({ id }) => id);
  const asked = {
    ...(ids.length > 0 ? { services: ids.join() } : { minutes: Number(minutes) || 1 }),
    ...(wish !== "" && { employeeId: Number(wish) }),
  };
  const isTimed = values.startTime !== "" && values.endTime !== "" && values.date !== "";
  const employee = employees.find(({ id }) => String(id) === values.employeeId);
  const hasClient = values.clientName.trim() !== "";
  // A typed time comes without an employee; a free time has one.
  const hasWho = hasClient && (!isTyped || values.employeeId !== "");
  const about = textedAbout(undefined, values);
  const notify = useNotify(isCaller ? undefined : about);
  const mayAsk = about !== undefined && notify.reason === undefined && values.repeats === NEVER;
  const deposit = useDeposit(chosen, mayAsk);
  const terms = visitTerms(chosen, values.employeeId);
  const nameOf = (id: number) => firstNameOf(employees.find((one) => one.id === id)?.name ?? "");
  const performers = renderPerformers(parts, nameOf);
  const shared = performers ? parts?.map(({ employeeId }) => employeeId) : undefined;
  const doubt = booking.clash ?? (isTyped ? conflict : undefined);

  function lengthWith(employeeId: string): number {
    const of = servicesOf(services, getValues("services"));
    return visitTerms(of, employeeId)?.durationMinutes ?? Number(minutes);
  }

  function setTime(date: string, startTime: string, employeeId: string, slot?: FreeTime): void {
    booking.clearClash();
    const shared = renderPerformers(slot?.parts, nameOf) ? slot : undefined;
    setParts(shared?.parts);
    const validate = { shouldValidate: formState.isSubmitted };
    setValue("date", date, validate);
    setValue("startTime", startTime, validate);
    setValue("employeeId", employeeId, validate);
    setValue(
      "endTime",
      startTime === ""
        ? ""
        : clockOf(shared?.end ?? "") || usualEnd(date, startTime, lengthWith(employeeId)),
      validate,
    );
  }

  /** A picked time is free only for what was asked; a typed one stays. */
  function changed(employeeId = wish, length = lengthWith(employeeId)) {
    booking.clearClash();
    if (!isTyped) return setTime(getValues("date"), "", employeeId);
    const { date, startTime } = getValues();
    setValue("employeeId", employeeId);
    if (startTime !== "") setValue("endTime", usualEnd(date, startTime, length));
  }

  const last = useLastServices(contactId, services, (ids) => {
    if (values.service !== "" || values.services.length > 0) return;
    setValue("services", ids);
    changed();
  });
  const isLast = last && `${last.ids}` === `${values.services}`;
  const choices = employeesFor(employees, chosen, wish);

  return (
    <FormDialog
      title="Book Appointment"
      description={props.description}
      className="book-dialog"
      action={doubt ? "Book Anyway" : isTimed ? `Book ${formatClock(values.startTime)}` : "Book"}
      variant={doubt ? "danger" : "primary"}
      isReady={hasWho && isTimed}
      busy={booking.isPending && "Booking..."}
      summary={
        <BookingSummary
          doubt={doubt}
          {...(!hasWho && { what: hasClient ? "Choose an employee" : "Choose a client" })}
          {...(isTimed && { when: `${formatDay(values.date)}, ${rangeOf(values)}` })}
          who={[
            performers ? `With ${performers}` : employee && `With ${firstNameOf(employee.name)}`,
            chosen.length > 1 && `${chosen.length} services`,
            terms && formatPrice(terms.price, currency),
          ]}
        />
      }
      onSubmit={form.handleSubmit((all) =>
        booking.book({
          values: { ...all, services: ids },
          preview,
          allowOverlap: doubt !== undefined,
          notify: about !== undefined && notify.isChecked,
          askDeposit: deposit.isAsked,
          performers: shared,
        }),
      )}
      onClose={onClose}
    >
      <div className="grid content-start gap-4">
        {props.lead?.(values, shared ?? [Number(values.employeeId)])}
        {onBlockTime && (
          <Button
            variant="quiet"
            icon={CalendarOff}
            className="-mx-3 -mt-2 justify-self-start"
            onClick={() => onBlockTime({ ...getValues(), employeeId: values.employeeId || wish })}
          >
            Block Time Instead
          </Button>
        )}
        <BookingClient form={form} contactId={contactId} isCaller={isCaller} />
        <VisitServices
          form={form}
          services={services}
          hint={isLast && `Same as ${formatShortMonthDay(last.day)}`}
          onChange={() => changed()}
        >
          <MinutesField
            minutes={minutes}
            onChange={(length) => {
              setMinutes(length);
              changed(wish, Number(length));
            }}
          />
        </VisitServices>
        <EmployeeChoice
          faceOf={employeeFace}
          employees={choices}
          employeeId={wish === "" ? undefined : Number(wish)}
          onChoose={(id) => {
            const chosen = String(id ?? "");
            setWish(chosen);
            changed(chosen);
          }}
        />
      </div>
      <BookingTimes
        {...{ form, employees, asked, wish, isTyped, today }}
        isTaken={doubt !== undefined}
        onChange={booking.clearClash}
        {...{ contactId, onClose }}
        firstDay={prefill?.date}
        onConflict={setConflict}
        onTyped={(typed, day) => {
          if (typed && values.startTime === "") setValue("date", day);
          setIsTyped(typed);
          setConflict(undefined);
          if (!typed) setTime(values.date, "", wish);
          else setValue("employeeId", values.employeeId || wish);
        }}
        onTime={(date, startTime, employeeId, slot) => {
          if (isTyped) setWish(employeeId);
          setTime(date, startTime, employeeId, slot);
        }}
        lengthFor={lengthWith}
      />
      <div className="grid content-start gap-4 empty:hidden">
        {performers && <WhoDoesWhat parts={parts} {...{ services: chosen, nameOf }} />}
        {!isCaller && (
          <>
            <NoteField {...form.register("notes")} />
            <RepeatField form={form} preview={preview} onChange={booking.clearClash} />
            <DepositBox deposit={deposit} />
            {about && !deposit.isAsked && (
              <NotifyBox notify={notify} label="Text the client a confirmation" />
            )}
          </>
        )}
      </div>
    </FormDialog>
  );
}
