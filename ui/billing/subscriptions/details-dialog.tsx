import FileText from "lucide-react/icons/file-text";
import type { ReactNode } from "react";
import type { Subscription } from "#src/billing/subscriptions/contract.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { isCancelable, StateBadge } from "#ui/billing/parts/membership-state.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { PaymentsPart } from "./payments-part.tsx";
import { formatPeriod } from "./period-format.ts";
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
