import { useQuery } from "@tanstack/react-query";
import CalendarOff from "lucide-react/icons/calendar-off";
import { type ReactNode, useState } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { joinWords } from "#src/shared/join-words.ts";
import { firstNameOf } from "#src/shared/names.ts";
import type { PreferredTimes } from "#src/shared/preferred-times.ts";
import { useApi } from "#ui/api.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { EmployeeChoice } from "#ui/calendar/booking/employee-choice.tsx";
import { formatDay, formatMinutes, formatPrice } from "#ui/calendar/booking/format.ts";
import { renderPerformers } from "#ui/calendar/booking/render-performers.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { describeWish } from "#ui/calendar/waitlist/format-preferences.ts";
import { Button } from "#ui/kit/button.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import type { Booking } from "./booking.ts";
import { BookingClient } from "./booking-client.tsx";
import { BookingSummary, bookLabel, WhoDoesWhat } from "./booking-summary.tsx";
import { BookingTimes } from "./booking-times.tsx";
import { DepositBox, useDeposit } from "./deposit-box.tsx";
import { employeeFace } from "./employee-face.tsx";
import { type FormValues, type Prefill, rangeOf, textedAbout } from "./form-values.ts";
import { useWait } from "./nothing-free.tsx";
import { NotifyBox, useNotify } from "./notify-box.tsx";
import { RepeatField } from "./repeat-field.tsx";
import { NEVER } from "./repeat-values.ts";
import {
  useBookingFields,
  useClientVisits,
  useNextFree,
  useWaiting,
} from "./use-booking-fields.ts";
import { useClientChoice, useOnceFound } from "./use-client-choice.ts";
import { conflictsOf, useRepeatPreview } from "./use-repeat-preview.ts";
import { NoteField } from "./visit-fields.tsx";
import { MinutesField, VisitServices } from "./visit-services.tsx";
import { askedFor, employeesFor, visitTerms } from "./visit-terms.ts";

interface BookingDialogProps {
  description?: ReactNode;
  /** When the client wants to come; other times are dimmed. */
  wanted?: PreferredTimes | undefined;
  /** A free time that they would take, as wall time, which is chosen. */
  takes?: string | undefined;
  /** When a caller seems to want to come, which decides what day is shown first and, if they named an hour, what is dimmed. */
  likely?: PreferredTimes | undefined;
  /** Whether the client's conversation is behind the dialog. */
  isInConversation?: boolean | undefined;
  /** The contact, when it is known. */
  contactId?: number | undefined;
  prefill?: Prefill | undefined;
  employees: readonly Employee[];
  booking: Booking;
  /** The client's number can't be changed, and is always texted. */
  isCaller?: boolean;
  /** In place of the box that texts a confirmation. */
  textNote?: (
    values: FormValues,
    about: { employeeIds: readonly number[]; asksDeposit: boolean },
  ) => ReactNode;
  /** Blocks the time instead; omitted outside the calendar. */
  onBlockTime?: ((values: FormValues) => void) | undefined;
  onClose: () => void;
}

/** Books a visit: what at the left, when at the right. */
export function BookingDialog(props: BookingDialogProps) {
  const { prefill, wanted, likely, employees, booking, isCaller = false } = props;
  const { onBlockTime, onClose } = props;
  const client = useClientChoice(prefill, props.contactId);
  const { contactId, isNew, isUndecided } = client;
  const currency = useCurrency();
  const { data: services = [] } = useQuery(servicesQuery(useApi()));
  const fields = useBookingFields({
    ...{ prefill, employees, services },
    mayType: !isCaller,
    onChange: booking.clearClash,
  });
  const { form, values, chosen, wish, isTyped, parts, today } = fields;
  const preview = useRepeatPreview(form, undefined);
  const [conflict, setConflict] = useState<string>();
  const ids = chosen.map(({ id }) => id);
  const asked = askedFor(ids, fields.minutes, wish);
  const hasService = services.length === 0 || ids.length > 0 || values.service.trim() !== "";
  const needsService = !hasService && !fields.hasLength;
  const isTimed = values.startTime !== "" && values.endTime !== "" && values.date !== "";
  const isHere = client.isAtDesk && values.date === today;
  const isNow = !isTyped && isHere && !needsService;
  const isNext = useNextFree({ asked, fields, isNow, takes: props.takes });
  const hasClient =
    values.clientName.trim() !== "" && !(isUndecided && values.phoneNumber.trim() === "");
  const about = textedAbout(undefined, values);
  const notify = useNotify(about);
  const mayAsk = !isHere && about !== undefined && !notify.reason && values.repeats === NEVER;
  const deposit = useDeposit(chosen, mayAsk);
  const terms = visitTerms(chosen, values.employeeId);
  const performers = renderPerformers(parts, fields.nameOf);
  const by = performers ?? fields.nameOf(Number(values.employeeId));
  const shared = performers ? parts?.map(({ employeeId }) => employeeId) : undefined;
  const doubt = booking.clash ?? (isTyped ? conflict : undefined);
  const performed = services.filter(
    ({ employeeIds }) => wish === "" || (employeeIds?.includes(Number(wish)) ?? true),
  );
  const isInConversation = props.isInConversation === true && contactId === props.contactId;
  const { hint, next, meanwhile, clash, isLoading } = useClientVisits(
    { contactId, isInConversation, isHere },
    performed,
    values,
    fields.setServices,
  );
  const waiting = useWaiting(values);
  const [fullDay, setFullDay] = useState<string>();
  const wait = useWait({ asked, contactId: wanted ? undefined : contactId, onClose });
  const waits = !isTimed && fullDay !== undefined ? wait : undefined;
  const missing = [
    !hasClient && "a client",
    !hasService && "a service",
    // A free time has one.
    isTyped && values.employeeId === "" && "an employee",
    !isTimed && "a time",
  ].filter((one) => one !== false);
  const book = form.handleSubmit((all) =>
    booking.book({
      values: { ...all, services: ids },
      preview,
      allowOverlap: doubt !== undefined,
      notify: about !== undefined && notify.isChecked,
      askDeposit: deposit.isAsked,
      isHere,
      performers: shared,
    }),
  );
  const choices = [contactId, { ...values, clientName: "" }, notify.isChecked, deposit.isAsked];
  const seen = [choices, missing, doubt, clash, conflictsOf(preview)];
  const submit = useOnceFound(client.isSearching || isLoading, seen, () => void book());

  return (
    <FormDialog
      title="Book Appointment"
      description={wanted ? describeWish(wanted) : props.description}
      className="book-dialog"
      action={waits ? "Add to Waitlist" : doubt ? "Book Anyway" : bookLabel(values, today)}
      isReady={waits !== undefined || missing.length === 0}
      busy={
        (wait?.isPending && "Adding...") ||
        ((booking.isPending || submit.isWaiting) && "Booking...")
      }
      summary={
        <BookingSummary
          doubts={isTyped ? [] : [doubt, clash]}
          {...(missing.length > 0 && { what: `Choose ${joinWords(missing)}` })}
          {...(isTimed && {
            when: `${isNext ? "Next: " : ""}${formatDay(values.date)}, ${rangeOf(values)}`,
          })}
          facts={[
            by && `With ${by}`,
            chosen.length > 1 && `${chosen.length} services`,
            !isTimed && terms && formatMinutes(terms.durationMinutes),
            terms && formatPrice(terms.price, currency),
            deposit.isAsked &&
              deposit.amount &&
              `${formatPrice(deposit.amount, currency)} deposit by text`,
            // With a number, it is the number's client.
            isNew && !isUndecided && contactId === undefined && !about && "new client",
          ]}
        />
      }
      onSubmit={(waits && (() => waits.add(fullDay ?? today))) ?? submit.start}
      onClose={onClose}
    >
      <div className="grid content-start gap-4">
        <BookingClient
          {...{ form, contactId, next, meanwhile, isCaller, waiting, isNew, ...client.on }}
          onWaiting={({ services: wanted }) => fields.setServices(wanted)}
        />
        <VisitServices
          form={form}
          services={services}
          startsOpen={isHere}
          hint={hint}
          onChange={fields.setServices}
        >
          <MinutesField minutes={fields.minutes} onChange={fields.setMinutes} />
        </VisitServices>
        <EmployeeChoice
          faceOf={employeeFace}
          employees={employeesFor(employees, chosen, wish)}
          hasAnyone={!isTyped}
          employeeId={Number(isTyped ? values.employeeId : wish) || undefined}
          onChoose={(id) => fields.setEmployee(String(id ?? ""))}
        />
      </div>
      <BookingTimes
        {...{ form, employees, asked, isTyped, today, needsService, doubt, clash, isNow }}
        wish={fields.performer}
        wanted={wanted ?? likely}
        dims={wanted !== undefined || Boolean(likely?.timeFrom ?? likely?.timeTo)}
        onChange={booking.clearClash}
        waits={wait && firstNameOf(values.clientName)}
        onFull={setFullDay}
        onEmployee={(id) => fields.setEmployee(String(id))}
        isLast={hasClient && ids.length > 0 && !isCaller && props.takes === undefined}
        firstDay={prefill?.date}
        onConflict={setConflict}
        onTyped={(typed, day) => {
          setConflict(undefined);
          fields.setTyped(typed, day);
        }}
        onTime={fields.setTime}
        lengthFor={fields.lengthWith}
      />
      <div className="grid content-start gap-4 empty:hidden">
        {performers && <WhoDoesWhat {...{ parts, services: chosen, nameOf: fields.nameOf }} />}
        {!isCaller && (
          <RepeatField form={form} preview={preview} onChange={booking.clearClash}>
            <NoteField {...form.register("notes")} />
          </RepeatField>
        )}
        <DepositBox deposit={deposit} />
        {props.textNote?.(values, {
          employeeIds: shared ?? [Number(values.employeeId)],
          asksDeposit: deposit.isAsked,
        })}
        {!isCaller && about && !deposit.isAsked && (
          <NotifyBox
            notify={notify}
            label="Text the client a confirmation"
            hint={
              isInConversation &&
              hasClient &&
              `Answers ${firstNameOf(values.clientName)} in this conversation as soon as you book`
            }
          />
        )}
        {onBlockTime && !hasClient && (
          <Button
            variant="quiet"
            icon={CalendarOff}
            className="-mx-3 justify-self-start"
            onClick={() => onBlockTime({ ...values, employeeId: values.employeeId || wish })}
          >
            Block Time Instead
          </Button>
        )}
      </div>
    </FormDialog>
  );
}
