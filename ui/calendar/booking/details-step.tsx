import Lock from "lucide-react/icons/lock";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import type { Booked } from "#src/calendar/online-booking/contract.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { ApiError, errorMessage, fieldErrorsOf } from "#ui/api.ts";
import { PhoneLink } from "#ui/billing/client-pages/contact-line.tsx";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { Field } from "#ui/kit/field.tsx";
import { Form, SubmitButton } from "#ui/kit/form.tsx";
import { Input } from "#ui/kit/input.tsx";
import { ErrorNote, Note } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { instantAt, momentAt } from "#ui/shell/format/dates.ts";
import { type ChosenVisit, idsOf } from "./chosen-visit.ts";
import { formatHours, formatPrice, formatStart } from "./format.ts";
import { loadBooking } from "./queries.ts";
import { useFocusOfError } from "./use-focus-of-error.ts";

interface DetailsStepProps {
  visit: ChosenVisit;
  start: string;
  employeeId: number | undefined;
  terms: {
    readonly needsApproval: boolean;
    readonly cancellationHours: number;
    readonly marketingConsent: string;
  };
  currency: string;
  onBooked: (booked: Booked) => void;
  /** Someone else booked the time first. */
  onGone: (message: string) => void;
  /** The confirmation of the number has expired. */
  onUnverified: () => void;
}

export function DetailsStep(props: DetailsStepProps) {
  const { visit, start, employeeId, terms, currency, onBooked, onGone, onUnverified } = props;
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [marketingConsent, setMarketing] = useState(false);
  const book = useAct(async () => (await loadBooking()).book, {
    onDone(booked) {
      if (booked.checkoutUrl === null) onBooked(booked);
      else location.assign(booked.checkoutUrl);
    },
    errors(error) {
      const gone = fieldErrorsOf(error)["start"];
      if (gone !== undefined) onGone(gone);
      else if (error instanceof ApiError && error.status === 401) onUnverified();
      return "inline";
    },
  });
  const form = useFocusOfError(book.error);
  const business = useBusiness();
  const timeZone = business?.timeZone ?? "UTC";
  // Hours pass, whatever the clocks show.
  const deadline = instantAt(start, timeZone) - terms.cancellationHours * HOUR_MS;
  const isTooLate = Date.now() >= deadline;
  const hasDeposit = visit.deposit !== null && !terms.needsApproval;
  const action = hasDeposit
    ? `Pay ${formatPrice(visit.deposit ?? "0", currency)} Deposit`
    : terms.needsApproval
      ? "Request Appointment"
      : "Book Appointment";

  return (
    <Form
      ref={form}
      className="grid gap-4"
      onSubmit={() =>
        book.run({
          body: {
            services: idsOf(visit),
            employeeId: employeeId ?? null,
            start,
            name,
            email: email.trim() || null,
            marketingConsent,
          },
        })
      }
    >
      <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
        <Field label="Name" error={book.fieldErrors["name"]}>
          <Input autoFocus value={name} autoComplete="name" onValueChange={setName} />
        </Field>
        <Field label="Email (optional)" error={book.fieldErrors["email"]}>
          <Input value={email} type="email" autoComplete="email" onValueChange={setEmail} />
        </Field>
      </div>
      <label className="choice items-start">
        <input
          type="checkbox"
          className="check"
          checked={marketingConsent}
          onChange={() => setMarketing(!marketingConsent)}
        />
        <span className="sm dim">{terms.marketingConsent}</span>
      </label>
      <CostBox
        {...{ visit, currency, terms, isTooLate }}
        cancelBy={formatStart(momentAt(deadline, timeZone))}
      />
      {isTooLate && (
        <Note tone="wait" icon={TriangleAlert}>
          You can't change the time online, because it's less than{" "}
          {formatHours(terms.cancellationHours)} away. You can still cancel online.
          {business?.phone && (
            <>
              {" "}
              To change the time, call <PhoneLink phone={business.phone} />.
            </>
          )}
        </Note>
      )}
      {book.errorMessage && Object.keys(book.fieldErrors).length === 0 && (
        <ErrorNote role="alert">{errorMessage(book.error)}</ErrorNote>
      )}
      <SubmitButton icon={hasDeposit ? Lock : undefined} busy={book.isPending && "Booking..."}>
        {action}
      </SubmitButton>
      {hasDeposit && (
        <p className="xs faint text-center">
          You'll pay on Stripe, and we'll hold your time for 30 minutes.
        </p>
      )}
    </Form>
  );
}

interface CostBoxProps {
  visit: ChosenVisit;
  /** Until when the deposit can be refunded. */
  cancelBy: string;
  currency: string;
  terms: { readonly needsApproval: boolean; readonly cancellationHours: number };
  /** Whether the deposit can't be refunded anymore. */
  isTooLate: boolean;
}

/** What the visit costs: now, at the salon, and if the client cancels. */
function CostBox({ visit, cancelBy, currency, terms, isTooLate }: CostBoxProps) {
  const { services, price, deposit } = visit;
  const { needsApproval, cancellationHours } = terms;
  const rest = (Number(price) - Number(deposit)).toFixed(2);
  return (
    <div className="book-panel num *:px-4 *:py-2">
      {(services.length > 1 || deposit !== null) && (
        <dl className="grid grid-cols-[minmax(0,1fr)_max-content] gap-x-3 gap-y-2 [&_dd]:text-right">
          {services.map((one) => (
            <div key={one.id} className="contents">
              <dt>{one.name}</dt>
              <dd>{formatPrice(one.price, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
      {deposit !== null && (
        <p className="flex justify-between gap-3 bg-(--pick) font-label text-title">
          <span>{needsApproval ? "Deposit once we confirm" : "Deposit now"}</span>
          <span>{formatPrice(deposit, currency)}</span>
        </p>
      )}
      <p className="flex justify-between gap-3">
        <span>{deposit === null ? "Due at the salon" : "Rest at the salon"}</span>
        <span>{formatPrice(rest, currency)}</span>
      </p>
      {deposit !== null && (
        <p className="sm dim">
          {isTooLate
            ? `It's less than ${formatHours(cancellationHours)} away, so we can't refund your deposit if you cancel.`
            : `Cancel by ${cancelBy} to get your deposit back. After that, we keep it.`}
        </p>
      )}
    </div>
  );
}
