import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { formatPhone } from "#src/shared/format-phone.ts";
import { useApi } from "#ui/api.ts";
import { PaidBackButton } from "#ui/billing/parts/paid-back.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { owedRefundsQuery } from "./queries.ts";

/** Every refund that failed. Staff say which of them they paid back themselves. */
export function OwedRefundsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(owedRefundsQuery(useApi()));
  const { data: refunds, error } = query;
  return (
    <Dialog title="Failed Refunds" onClose={onClose}>
      <DialogBody>
        {error && !refunds && <LoadFailed query={query} />}
        {!refunds && !error && <Skeleton />}
        {refunds?.length === 0 && <p className="dim">No refunds are due.</p>}
        {refunds && refunds.length > 0 && (
          <ul className="card">
            {refunds.map((one) => (
              <li key={one.id} className="line-row flex-wrap gap-y-1">
                <div className="min-w-0 flex-[1_1_200px] wrap-anywhere">
                  <p className="num font-label">
                    {formatAmount(one.amount, one.currency)} to{" "}
                    {one.contactId === null ? (
                      one.clientName
                    ) : (
                      <Link
                        href={`/contacts/${one.contactId}`}
                        className="underline"
                        onClick={onClose}
                      >
                        {formatPhone(one.clientName)}
                      </Link>
                    )}
                  </p>
                  <p className="sm dim">{one.reason}</p>
                </div>
                <PaidBackButton
                  id={one.id}
                  amount={one.amount}
                  currency={one.currency}
                  size="tiny"
                />
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
    </Dialog>
  );
}
