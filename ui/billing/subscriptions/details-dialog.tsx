import { useQuery } from "@tanstack/react-query";
import FileText from "lucide-react/icons/file-text";
import type { ReactNode } from "react";
import type { Subscription } from "#src/billing/subscriptions/contract.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { isCancelable, StateBadge } from "#ui/billing/parts/membership-state.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { ReversalBadges } from "#ui/billing/parts/reversal-badges.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { formatPeriod } from "./period-format.ts";
import { paymentsQuery } from "./queries.ts";
import { UsagePart } from "./usage-part.tsx";

interface DetailsDialogProps {
  subscription: Subscription;
  onClose: () => void;
  onCancel: () => void;
}

export function DetailsDialog({ subscription, onClose, onCancel }: DetailsDialogProps) {
  const { user } = useCurrentUser();
  const { now, timeZone } = useBusinessTime();
  const price = formatAmount(subscription.membershipPrice, subscription.currency);
  const signed = formatShortDay(wallTime(subscription.signedAt, timeZone), wallTime(now, timeZone));

  return (
    <Dialog onClose={onClose} title={formatPhone(subscription.contactName)} size="wide">
      <DialogBody className="grid gap-6">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          <Fact label="Status">
            <StateBadge subscription={subscription} />
          </Fact>
          <Fact label="Membership">{subscription.membershipName}</Fact>
          <Fact label="Price">
            {price} per {subscription.membershipBillingFrequency}
          </Fact>
          <Fact label="Period">{formatPeriod(subscription, now, timeZone)}</Fact>
          <Fact label="Phone">{formatPhone(subscription.contactPhone)}</Fact>
          {subscription.contactEmail && <Fact label="Email">{subscription.contactEmail}</Fact>}
          <Fact label="Signed">
            {signed}, {subscription.signatureType === "canvas" ? "drawn" : "typed"} by{" "}
            {subscription.signerName}
          </Fact>
        </dl>
        <UsagePart id={subscription.id} />
        <PaymentsPart id={subscription.id} currency={subscription.currency} />
      </DialogBody>
      <DialogFooter>
        {isCancelable(subscription) && (
          <Button variant="quiet-bad" onClick={onCancel}>
            Cancel subscription
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
