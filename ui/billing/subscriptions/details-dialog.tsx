import { useQuery } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import FileText from "lucide-react/icons/file-text";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { type Subscription, subscriptions } from "#src/billing/subscriptions/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen, seesClients } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { formatPeriod, isCancelable, StateBadge } from "#ui/billing/parts/membership-state.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { ReversalBadges } from "#ui/billing/parts/reversal-badges.tsx";
import { MessageButton } from "#ui/clients/parts/message-button.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { DateInput } from "#ui/shell/fields/date-input.tsx";
import { resolverOf } from "#ui/shell/form/form.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { paymentsQuery, usageQuery } from "./queries.ts";

interface DetailsDialogProps {
  subscription: Subscription;
  onClose: () => void;
  onCancel: () => void;
}

export function DetailsDialog({ subscription, onClose, onCancel }: DetailsDialogProps) {
  const { user } = useCurrentUser();
  const { now, timeZone } = useBusinessTime();
  const { status, contactId } = subscription;
  const price = formatAmount(subscription.membershipPrice, subscription.currency);
  const signed = formatShortDay(wallTime(subscription.signedAt, timeZone), wallTime(now, timeZone));

  return (
    <Dialog onClose={onClose} title={formatPhone(subscription.contactName)} size="wide">
      <DialogBody className="grid gap-6">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2" tabIndex={-1} data-focus="">
          <Fact label="Status">
            <StateBadge subscription={subscription} />
          </Fact>
          <Fact label="Membership">{subscription.membershipName}</Fact>
          <Fact label="Price">
            {price} per {subscription.membershipBillingFrequency}
          </Fact>
          <Fact label="Renewal">{formatPeriod(subscription, now, timeZone)}</Fact>
          <Fact label="Phone">{formatPhone(subscription.contactPhone)}</Fact>
          {subscription.contactEmail && <Fact label="Email">{subscription.contactEmail}</Fact>}
          <Fact label="Signed">
            {signed}, {subscription.signatureType === "canvas" ? "drawn" : "typed"} by{" "}
            {subscription.signerName}
          </Fact>
        </dl>
        {status === "past_due" && (
          <Note tone="wait" icon={CircleAlert}>
            <div className="flex flex-wrap items-center justify-between gap-2">
              A payment was declined. We asked the client to update their card. Stripe will try
              again.
              {contactId !== null && user && mayOpen(user, "/inbox") && (
                <MessageButton contactId={contactId} barrier={undefined} />
              )}
            </div>
          </Note>
        )}
        <UsagePart id={subscription.id} />
        <PaymentsPart id={subscription.id} currency={subscription.currency} />
      </DialogBody>
      <DialogFooter>
        {isCancelable(subscription) && (
          <Button variant="quiet-bad" onClick={onCancel}>
            Cancel Subscription
          </Button>
        )}
        <span className="flex-1 min-w-0 no-phone" />
        {user && seesClients(user) && (
          <a
            className={buttonClass({})}
            href={`/api/subscriptions/${subscription.id}/agreement`}
            target="_blank"
            rel="noreferrer"
          >
            <Icon of={FileText} />
            View Agreement
          </a>
        )}
      </DialogFooter>
    </Dialog>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="dim">{label}</dt>
      <dd className="num wrap-anywhere">{children}</dd>
    </>
  );
}

function PaymentsPart({ id, currency }: { id: number; currency: string }) {
  const query = useQuery(paymentsQuery(useApi(), id));
  const { data: payments, error } = query;
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  return (
    <section className="grid gap-3" aria-label="Payments">
      <h3 className="h2">Payments</h3>
      {error && !payments && <LoadFailed query={query} />}
      {!payments && !error && <Skeleton width="60%" />}
      {payments?.length === 0 && <p className="dim sm">No payments yet</p>}
      {payments && payments.length > 0 && (
        <ul className="card">
          {payments.map((one) => (
            <li key={one.id} className="line-row num flex-wrap gap-y-1">
              <b className="w-24 flex-none font-label">
                {formatShortDay(wallTime(one.paidAt, timeZone), today)}
              </b>
              <span className="flex-1 min-w-0">{formatAmount(one.amount, currency)}</span>
              <ReversalBadges of={one} currency={currency} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Past uses, and a form to record the next one. */
function UsagePart({ id }: { id: number }) {
  const query = useQuery(usageQuery(useApi(), id));
  const { data: usage, error } = query;
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  return (
    <section className="grid gap-3" aria-label="Usage">
      <h3 className="h2">Usage</h3>
      <MarkUsage id={id} today={dayAt(now, timeZone)} />
      {error && !usage && <LoadFailed query={query} />}
      {!usage && !error && <Skeleton width="60%" />}
      {usage?.length === 0 && <p className="dim sm">Not used yet</p>}
      {usage && usage.length > 0 && (
        <ul className="card">
          {usage.map((one) => (
            <li key={one.id} className="line-row">
              <b className="num w-24 flex-none font-label">
                {formatShortDay(wallTime(`${one.usedDate}T12:00:00Z`, "UTC"), today)}
              </b>
              <span className="flex-1 min-w-0 wrap-anywhere">{one.notes}</span>
              <span className="xs faint">{one.createdByUsername ?? "a former user"}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function MarkUsage({ id, today }: { id: number; today: string }) {
  const { register, handleSubmit, setError, resetField, formState } = useForm({
    resolver: resolverOf(subscriptions.markUsage.body),
    defaultValues: { usedDate: today, notes: "" },
  });
  const marking = useAct(subscriptions.markUsage, {
    done: "Usage marked",
    onDone: () => resetField("notes"),
    errors: { setError },
  });
  const save = handleSubmit((body) => {
    if (body.usedDate > today) setError("usedDate", { message: "Date can't be in the future" });
    else marking.run({ params: { id }, body });
  });

  return (
    <form
      className="grid items-start gap-3 min-[600px]:grid-cols-[10rem_1fr_auto]"
      noValidate
      onSubmit={save}
    >
      <Field label="Date" error={formState.errors.usedDate?.message}>
        <DateInput max={today} {...register("usedDate")} />
      </Field>
      <Field label="Notes (optional)" error={formState.errors.notes?.message}>
        <Input maxLength={1000} autoComplete="off" {...register("notes")} />
      </Field>
      <Button
        type="submit"
        className="beside min-[600px]:mt-6"
        busy={marking.isPending && "Saving..."}
      >
        Mark Usage
      </Button>
    </form>
  );
}
