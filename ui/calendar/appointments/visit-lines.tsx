import { useQuery } from "@tanstack/react-query";
import Hourglass from "lucide-react/icons/hourglass";
import PenLine from "lucide-react/icons/pen-line";
import { Fragment } from "react";
import type { VisitPayment } from "#src/billing/payments/visit-payment-contract.ts";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatMoney, parseCents, sumMoney } from "#src/shared/money.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { addMinutes } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { formatMinutes, formatPrice } from "#ui/calendar/booking/format.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { ServiceColor } from "./service-color.tsx";

interface VisitLinesProps {
  appointment: Appointment;
  employees: readonly Employee[];
  onEdit: () => void;
  /** The Edit button has the focus again. */
  wasEditing: boolean;
  onOpenPart: (id: number) => void;
}

/** One employee's part of a visit. */
type Part = Appointment["parts"][number];

/** What is done in a visit, when, by whom, and for how much. */
export function VisitLines(props: VisitLinesProps) {
  const { appointment, employees, onEdit, wasEditing, onOpenPart } = props;
  const { id, parts, status } = appointment;
  const employee = employees.find((one) => one.id === appointment.employeeId);
  const all: readonly Part[] =
    parts.length > 0
      ? parts
      : [{ ...appointment, employeeName: employee?.name ?? "", canceled: false }];
  const priced = all.filter(({ canceled }) => !canceled).flatMap(({ services }) => services);
  return (
    <section
      aria-label={parts.length > 0 ? "The whole visit" : "Services"}
      className="grid gap-1 num"
    >
      <div className="flex items-center justify-between gap-2 -my-1">
        <h3 className="h3">Services</h3>
        {status !== "canceled" && status !== "requested" && (
          <Button
            variant="quiet"
            icon={PenLine}
            className="-mr-3"
            data-returned={wasEditing || undefined}
            onClick={onEdit}
          >
            Edit
          </Button>
        )}
      </div>
      {all.map((part) => (
        <Fragment key={part.id}>
          {parts.length > 0 && (
            <PartHead part={part} isOpened={part.id === id} onOpen={() => onOpenPart(part.id)} />
          )}
          <PartLines part={part} />
        </Fragment>
      ))}
      {priced.length > 0 && <Balance {...{ appointment, priced }} />}
    </section>
  );
}

interface BalanceProps {
  appointment: Appointment;
  priced: Part["services"];
}

const cents = (amount: string) => parseCents(amount) ?? 0;

/** What the visit costs, what is paid, and what is still due. */
function Balance({ appointment, priced }: BalanceProps) {
  const currency = useCurrency();
  const { deposit, payment, status } = appointment;
  const total = cents(sumMoney(priced.map(({ price }) => price)));
  const isPaid = payment?.status === "paid";
  const bill = isPaid || payment?.status === "open" ? payment : null;
  const changes = bill && !bill.isFee ? changesOf(bill, total) : [];
  const refunded = bill ? cents(bill.refunded) : 0;
  const kept = deposit?.state === "paid" || deposit?.state === "kept" ? cents(deposit.amount) : 0;
  const before = bill && !bill.isFee ? cents(bill.deposit) : kept;
  const paid = before + (isPaid ? cents(payment.amount) : 0);
  const due = total - before + changes.reduce((sum, [, change]) => sum + change, 0);
  const rows: (readonly [label: string, cents: number] | false)[] = [
    (priced.length > 1 || paid > 0 || changes.length > 0) && [
      `Total, ${formatCount(priced.length, "service")}`,
      total,
    ],
    ...changes,
    paid > 0 && ["Paid", paid],
    refunded > 0 && ["Refunded", -refunded],
    /booked|confirmed|arrived/.test(status) && ["Due", isPaid ? 0 : Math.max(0, due)],
  ];
  if (rows.every((row) => !row)) return null;
  return (
    <dl className="grid gap-1 border-t border-line pt-3 mt-2">
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]} className="flex justify-between gap-3 last:font-label">
              <dt>{row[0]}</dt>
              <dd>
                {row[1] < 0 && "−"}
                {formatMoney(Math.abs(row[1]), currency)}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** What a payment has added to the visit's price and taken off it. It may cover other visits of the client, too. */
function changesOf(payment: VisitPayment, total: number) {
  const more = cents(payment.services) - total;
  const changes = [
    ["Not charged", Math.min(0, more)],
    [
      payment.status === "paid" ? "Also charged" : "Added",
      Math.max(0, more) + cents(payment.extras),
    ],
    ["Discount", -cents(payment.discount)],
    ["Tip", cents(payment.tip)],
  ] as const;
  return changes.filter(([, change]) => change !== 0);
}

interface PartHeadProps {
  part: Part;
  isOpened: boolean;
  onOpen: () => void;
}

/** Edit and Cancel apply to the part that is opened. */
function PartHead({ part, isOpened, onOpen }: PartHeadProps) {
  const name = `${part.service} with ${part.employeeName}`;
  const label = `With ${part.employeeName}${part.canceled ? ", canceled" : ""}`;
  return isOpened ? (
    <p className="sm font-label pt-2" aria-current="true">
      <span className="sr">{name}</span>
      <span aria-hidden="true">{label}</span>
    </p>
  ) : (
    <p className="pt-1">
      <button type="button" className="sm underline min-h-6" aria-label={name} onClick={onOpen}>
        {label}
      </button>
    </p>
  );
}

function PartLines({ part }: { part: Part }) {
  const currency = useCurrency();
  const { data: services = [] } = useQuery(servicesQuery(useApi()));
  const colors = new Map(services.map(({ id, color }) => [id, color]));
  const { employeeName, appointmentDate, canceled } = part;
  const booked =
    part.services.length > 0
      ? part.services
      : [
          {
            serviceId: 0,
            name: part.service,
            durationMinutes: part.durationMinutes,
            price: "",
            processing: null,
          },
        ];
  let startsAt = appointmentDate;
  return (
    <ol className={canceled ? "faint line-through" : undefined}>
      {booked.map(({ serviceId, name, durationMinutes, price, processing }) => {
        const start = startsAt;
        startsAt = addMinutes(start, durationMinutes);
        return (
          <li
            key={serviceId}
            className="grid grid-cols-[64px_minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-0.5 py-1.5"
          >
            <span className="sm dim">{formatClock(start)}</span>
            <span className="flex items-center gap-2 min-w-0 font-label">
              <ServiceColor color={colors.get(serviceId)} />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </span>
            <span>{price !== "" && formatPrice(price, currency)}</span>
            <span className="sm dim col-start-2 pl-4">
              {employeeName}, {formatMinutes(durationMinutes)}
            </span>
            {processing && (
              <>
                <span className="sm faint col-start-1">
                  {formatClock(addMinutes(start, processing.afterMinutes))}
                </span>
                <span className="sm faint flex items-baseline gap-2 col-span-2 pl-4">
                  <Icon of={Hourglass} className="self-center" />
                  Processing for {formatMinutes(processing.minutes)}. {firstNameOf(employeeName)} is
                  free.
                </span>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}
