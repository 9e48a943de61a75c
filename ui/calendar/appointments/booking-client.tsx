import { useQuery } from "@tanstack/react-query";
import Footprints from "lucide-react/icons/footprints";
import Gem from "lucide-react/icons/gem";
import Hourglass from "lucide-react/icons/hourglass";
import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { WaitlistEntry } from "#src/calendar/waitlist/contract.ts";
import { clients } from "#src/clients/profile/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Badge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { read } from "#ui/shell/data/read.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { ClientField } from "./client-field.tsx";
import { formatVisitStart } from "./days.ts";
import { type FormValues, rangeOf, valuesOf } from "./form-values.ts";
import { useContactByName } from "./use-client-search.ts";

export const WALK_IN = "Walk-in";

interface BookingClientProps {
  form: UseFormReturn<FormValues>;
  contactId: number | undefined;
  /** When the client comes next, and whether they are here at the time that is booked. */
  next: Appointment | undefined;
  meanwhile: Appointment | undefined;
  /** The number is the caller's and can't be changed. */
  isCaller: boolean;
  /** Who waits for the time that is booked, until a client is named. */
  waiting: readonly WaitlistEntry[];
  onWaiting: (entry: WaitlistEntry) => void;
  onContact: (id: number | undefined) => void;
  /** Whether the typed name is taken for a new client's. */
  isNew: boolean;
  onNew: (isNew: boolean) => void;
  onUndecided: (isUndecided: boolean) => void;
  onHere: (isHere: boolean) => void;
}

/** The chosen client as a row, or fields to find or add one. */
export function BookingClient(props: BookingClientProps) {
  const { form, contactId, next, meanwhile, isCaller, waiting, onWaiting, onContact, isNew } =
    props;
  const { register, watch, setValue, getValues, formState } = form;
  const { errors, isSubmitted } = formState;
  /** False once it is to be changed. */
  const [isChosen, setIsChosen] = useState<boolean | undefined>(
    getValues("clientName") !== "" || undefined,
  );
  const [name, phoneNumber] = [watch("clientName"), watch("phoneNumber")];
  const { user } = useCurrentUser();
  const { data: totals } = useQuery({
    ...read(useApi(), clients.totals, { params: { id: contactId ?? 0 } }),
    enabled: contactId !== undefined && user !== null && mayOpen(user, "/contacts"),
  });
  const filled = usePhonePrefill(form, !isChosen);
  const { id } = filled;
  useEffect(() => {
    if (id !== undefined && !isChosen) onContact(id);
  }, [id, isChosen, onContact]);

  function choose(chosen: number, chosenName: string, phone: string) {
    setValue("clientName", chosenName, { shouldValidate: isSubmitted });
    if (!isCaller) filled.choose(phone);
    onContact(chosen);
    setIsChosen(true);
  }

  const booked = meanwhile ? (
    <b className="sm wait num">Already booked then: {rangeOf(valuesOf(meanwhile))}</b>
  ) : (
    next && <p className="sm dim num">Already booked {formatVisitStart(next.appointmentDate)}</p>
  );
  if (isChosen)
    return (
      <div className="grid gap-2">
        <p className="sm font-label">Client</p>
        <div className="flex items-center gap-3 min-w-0">
          <Avatar id={contactId ?? name} name={name} size="m" />
          <p className="flex-1 min-w-0">
            <span className="flex min-w-0 items-center gap-2">
              <span className="clip font-label">{formatPhone(name)}</span>
              {Boolean(totals?.memberships) && <Badge icon={Gem}>Member</Badge>}
            </span>
            <span className="sm dim num">
              {phoneNumber || "No phone number"}
              {totals && `, ${formatCount(totals.visits, "visit")}`}
            </span>
          </p>
          <Button
            variant="quiet"
            className="-mr-3"
            onClick={() => {
              if (name === WALK_IN) setValue("clientName", "");
              else props.onHere(false);
              setIsChosen(false);
            }}
          >
            {name === WALK_IN ? "Add Name" : "Change"}
          </Button>
        </div>
        {booked}
      </div>
    );
  const isNamed = name !== "" || phoneNumber !== "";
  const hasPhone = isCaller || isNew || phoneNumber !== "";
  return (
    <div
      className={classes(
        // With a name, the fields below stay where Walk-In left them.
        "grid content-start items-start gap-3 min-h-[114px] min-[1024px]:min-h-[98px] phone:min-h-0",
        hasPhone && "grid-cols-[1.3fr_1fr] phone:grid-cols-1",
      )}
    >
      <ClientField
        value={name}
        error={errors.clientName?.message}
        isKnown={contactId !== undefined}
        takesFocus={isChosen === false}
        onNew={props.onNew}
        onUndecided={props.onUndecided}
        onValueChange={(typed) => {
          setValue("clientName", typed, { shouldValidate: isSubmitted });
          onContact(undefined);
        }}
        onChoose={({ id: chosen, name: chosenName, phoneNumber: phone }) =>
          choose(chosen, chosenName, phone)
        }
      />
      {hasPhone && (
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
            readOnly={isCaller}
          />
        </Field>
      )}
      {booked && <div className="col-span-full">{booked}</div>}
      {(!isNamed || isChosen === false) && !isCaller && (
        <Button
          variant="quiet"
          icon={Footprints}
          className="-mx-3 -mt-2 justify-self-start"
          onClick={() => {
            setValue("clientName", WALK_IN, { shouldValidate: isSubmitted });
            setValue("phoneNumber", "");
            onContact(undefined);
            props.onNew(false);
            props.onHere(true);
            setIsChosen(true);
          }}
        >
          Walk-In
        </Button>
      )}
      {name === "" && waiting.length > 0 && (
        <section aria-label="On the waitlist" className="col-span-full -mt-1">
          <p className="sm dim">On the waitlist for a time like this:</p>
          <div className="flex flex-wrap gap-2 mt-1.5">
            {waiting.map((entry) => (
              <Button
                key={entry.id}
                icon={Hourglass}
                onClick={() => {
                  onWaiting(entry);
                  choose(entry.contactId, entry.clientName, entry.phoneNumber);
                }}
              >
                {formatPhone(entry.clientName)}
              </Button>
            ))}
          </div>
        </section>
      )}
    </div>
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
    id: match?.contactId,
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
