import { useQuery } from "@tanstack/react-query";
import Footprints from "lucide-react/icons/footprints";
import Gem from "lucide-react/icons/gem";
import Hourglass from "lucide-react/icons/hourglass";
import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Appointment, NamedClient } from "#src/calendar/appointments/contract.ts";
import type { WaitlistEntry } from "#src/calendar/waitlist/contract.ts";
import { clients } from "#src/clients/profile/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { afterPress } from "#ui/kit/after-press.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Badge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { read } from "#ui/shell/data/read.ts";
import { ClientField } from "./client-field.tsx";
import { formatVisitStart } from "./days.ts";
import { type FormValues, rangeOf, valuesOf } from "./form-values.ts";
import { usePhonePrefill } from "./use-phone-prefill.ts";

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
  /** Called for each search with whether it is running. */
  onSearching: (isSearching: boolean) => void;
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
  /** Whether New Client was chosen: the name isn't that of a client then, even if one bears it. */
  const [isAdded, setAdded] = useState(false);
  const filled = usePhonePrefill(form, !isChosen && !isCaller && !isAdded, props.onSearching);
  const { id, from } = filled;
  const isOther = id !== undefined && !from;
  useEffect(() => {
    // Another number is another client of that name.
    if (id !== undefined && !isChosen) onContact(isOther ? undefined : id);
  }, [id, isOther, isChosen, onContact]);
  const box = useRef<HTMLDivElement>(null);
  const [isLeft, setLeft] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const [isExact, setExact] = useState(false);
  useEffect(() => {
    if (isExact) focusIfLost(change.current);
  }, [isExact]);

  function clear() {
    if (!isCaller) filled.clear();
    onContact(undefined);
  }

  function choose(chosen: number, chosenName: string, phone: string) {
    setValue("clientName", chosenName, { shouldValidate: isSubmitted });
    if (!isCaller) filled.choose(phone);
    onContact(chosen);
    setIsChosen(true);
  }

  function chooseExact(exact: NamedClient) {
    choose(exact.contactId, exact.name, exact.phoneNumber);
    setExact(true);
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
            ref={change}
            variant="quiet"
            className="-mr-3"
            onClick={() => {
              setExact(false);
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
    // biome-ignore lint/a11y/noStaticElementInteractions: reads only when the focus leaves the fields
    <div
      ref={box}
      onBlur={() => afterPress(() => setLeft(!box.current?.contains(document.activeElement)))}
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
        onSearching={props.onSearching}
        isLeft={isLeft}
        onExact={from && (() => chooseExact(from))}
        onValueChange={(typed) => {
          setLeft(false);
          setAdded(false);
          setValue("clientName", typed, { shouldValidate: isSubmitted });
          clear();
        }}
        onAdd={() => {
          setAdded(true);
          clear();
        }}
        onChoose={({ id: chosen, name: chosenName, phoneNumber: phone }) =>
          choose(chosen, chosenName, phone)
        }
      />
      {hasPhone && (
        <Field
          label="Phone (optional)"
          error={errors.phoneNumber?.message}
          hint={from && `From the contact ${from.name}`}
        >
          <Input
            {...register("phoneNumber")}
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
            filled.choose("");
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

/** Chosen by leaving the field, a client takes the place of the field that has the focus by then. */
function focusIfLost(button: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement === body || activeElement === button?.closest(".dialog"))
    button?.focus({ preventScroll: true });
}
