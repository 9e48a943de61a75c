import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { type Bill, type Payment, payments } from "#src/billing/payments/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { UNDO_MS } from "#src/shared/constants.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { formatMoney, parseCents, readMoney } from "#src/shared/money.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { addVisit, bodyOf, type Draft, draftOf, linesFrom, sumDraft } from "./payment-draft.ts";
import { PaymentLines } from "./payment-lines.tsx";
import { PaymentTotals } from "./payment-totals.tsx";
import { PaymentWays } from "./payment-ways.tsx";

const RECORD = ["Record", "Recording..."] as const;
const VERBS: Readonly<Record<Draft["way"], readonly [verb: string, busy: string]>> = {
  link: ["Text Link for", "Texting..."],
  card: ["Charge", "Charging..."],
  cash: RECORD,
  terminal: RECORD,
  "gift-card": RECORD,
};

interface PaymentFormProps {
  bill: Bill;
  /** From now on the form keeps its bill. */
  onEdit: () => void;
  /** The bill has changed. */
  onReload: () => void;
  onTaken: (payment: Payment) => void;
  onClose: () => void;
}

/** Left the lines and the sums, right how the client pays. */
export function PaymentForm({ bill: first, onEdit, onReload, onTaken, onClose }: PaymentFormProps) {
  const [withVisits, setWithVisits] = useState<Bill>();
  const bill = withVisits ?? first;
  const [draft, setDraft] = useState<Draft>(() => draftOf(bill));
  const change = (part: Partial<Draft>) => {
    onEdit();
    setDraft((before) => ({ ...before, ...part }));
  };
  const sums = sumDraft(draft, bill);
  const { currency } = bill;
  const money = (cents: number) => formatMoney(cents, currency);
  const isLink = draft.way === "link";
  const [verb, busy] = VERBS[draft.way];
  const { user } = useCurrentUser();
  const undo = useAct(payments.undoRefund, {
    done: ({ status }) =>
      status === "canceled"
        ? { title: "Payment undone", description: "You can take it again." }
        : "Refund undone",
    errors: "Couldn't undo the refund",
  });
  const create = useAct(payments.create, {
    errors: "inline",
    done({ id, way, depositRefund }) {
      if (way !== "link")
        return user?.role === "admin" && Number(depositRefund) > 0
          ? {
              title: "Deposit refund on its way",
              atLeastMs: UNDO_MS,
              action: { label: "Undo", run: () => undo.run({ params: { id } }) },
            }
          : undefined;
      return isLink
        ? "Link texted"
        : { title: "The bank asks the client to confirm", description: "We texted a link for it." };
    },
    onDone: onTaken,
  });
  const received = readMoney(draft.received);
  const isShort = draft.way === "cash" && received !== undefined && received < sums.total;
  const isReady =
    draft.lines.length > 0 &&
    !isShort &&
    (!isLink || (bill.linkRefusal === null && sums.total > 0));
  const error = create.errorMessage;

  return (
    <FormDialog
      title="Take Payment"
      className="pay-dialog"
      action={`${verb} ${money(sums.total)}`}
      isReady={isReady}
      busy={create.isPending && busy}
      onSubmit={() => create.run({ body: bodyOf(draft, bill) })}
      onClose={onClose}
      summary={
        <div className="pay-sum num">
          <p className="clip font-label">
            {money(sums.total)}
            {isLink && " plus tip"}
          </p>
          <p className="sm dim clip">
            {isLink
              ? "Done when the client pays"
              : sums.tip > 0
                ? `With ${money(sums.tip)} tip`
                : "No tip"}
          </p>
        </div>
      }
    >
      <div className="min-w-0 px-6 pt-5 pb-6 phone:p-4">
        <Client bill={bill} />
        <PaymentLines
          lines={draft.lines}
          discount={draft.discount}
          currency={currency}
          onLines={(lines) => change({ lines })}
          onDiscount={(discount) => change({ discount })}
        />
        <OtherVisits
          bill={bill}
          onAdd={(appointmentId) => {
            const next = addVisit(bill, appointmentId);
            setWithVisits(next);
            change({ lines: [...draft.lines, ...linesFrom(next, bill.lines.length)] });
          }}
        />
        <PaymentTotals bill={bill} draft={draft} sums={sums} onChange={change} />
        {error !== undefined && (
          <ErrorNote role="alert" className="mt-3">
            {error}
            {/changed|already|open|Stripe/.test(error) && (
              <button type="button" className="ml-2 min-h-6 underline" onClick={onReload}>
                Show
              </button>
            )}
          </ErrorNote>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-4 border-l bg-sunken px-6 pt-5 pb-6 phone:border-t phone:border-l-0 phone:p-4">
        <PaymentWays
          bill={bill}
          draft={draft}
          change={
            draft.way === "cash" && received !== undefined && !isShort
              ? money(received - sums.total)
              : undefined
          }
          isShort={isShort}
          onChange={change}
        />
        {!isLink &&
          draft.way !== "card" &&
          bill.phoneNumber !== null &&
          (bill.receiptRefusal === null ? (
            <Checkbox
              checked={draft.receipt}
              onChange={({ target }) => change({ receipt: target.checked })}
            >
              Text a receipt
            </Checkbox>
          ) : (
            <p className="sm dim">{bill.receiptRefusal}</p>
          ))}
      </div>
    </FormDialog>
  );
}

/** The client's other visits of the day, each added with one press. */
function OtherVisits({ bill, onAdd }: { bill: Bill; onAdd: (appointmentId: number) => void }) {
  if (bill.others.length === 0) return null;
  return (
    <ul aria-label="Other visits of the day" className="grid gap-1 mb-2">
      {bill.others.map(({ appointmentId, visitAt, lines }) => {
        const what = lines.map(({ name }) => name).join(", ");
        const cents = lines.reduce((sum, { price }) => sum + (parseCents(price) ?? 0), 0);
        return (
          <li key={appointmentId} className="flex items-center gap-3 min-w-0 num">
            <span className="min-w-0 flex-1 sm dim clip">
              {formatClock(visitAt)} {what}, {formatMoney(cents, bill.currency)}
            </span>
            <Button size="tiny" icon={Plus} onClick={() => onAdd(appointmentId)}>
              Add Visit
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function Client({ bill: { contactId, clientName, visitAt } }: { bill: Bill }) {
  const { now, timeZone } = useBusinessTime();
  return (
    <div className="flex items-center gap-3 min-w-0 mb-3">
      <Avatar id={contactId ?? clientName} name={clientName} size="m" />
      <div className="min-w-0 flex-1">
        <h3 className="h3 clip">{formatPhone(clientName)}</h3>
        <p className="xs faint num clip">
          {visitAt === null ? "Without a visit" : formatWallTime(visitAt, wallTime(now, timeZone))}
        </p>
      </div>
    </div>
  );
}
