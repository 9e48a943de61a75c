import { Link } from "wouter";
import type { Report } from "#src/messaging/campaigns/contract.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Meter } from "#ui/kit/meter.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";

export function FailureReasons({ report: { failures, held, campaign } }: { report: Report }) {
  const most = Math.max(1, ...failures.map(({ count }) => count));
  const ended = campaign.status === "completed";
  return (
    <Card aria-label="Not delivered">
      <CardHead title="Not delivered" />
      <CardBody>
        {failures.length === 0 ? (
          <p className="sm dim">
            {ended
              ? "No texts failed, and no one was skipped."
              : "No texts have failed so far, and no one was skipped."}
          </p>
        ) : (
          <ul className="grid gap-3.5">
            {failures.map(({ kind, reason, count }) => (
              <li key={`${kind} ${reason}`} className="grid gap-1.5">
                <div className="flex items-center gap-2 min-w-0 sm">
                  <span className="flex-1 min-w-0">{reason}</span>
                  <span className={`xs flex-none ${kind === "failed" ? "bad" : "off"}`}>
                    {kind === "failed" ? "Failed" : "Skipped"}
                  </span>
                  <b className="num w-14 flex-none text-right font-semibold">
                    {count.toLocaleString("en-US")}
                  </b>
                </div>
                <Meter
                  label={`${count.toLocaleString("en-US")}: ${reason}`}
                  percent={(count / most) * 100}
                  tone={kind === "failed" ? "bad" : "off"}
                />
              </li>
            ))}
          </ul>
        )}
        {held.length > 0 && (
          <p className="sm mt-4">
            May have opted out; choose what they meant in the inbox:{" "}
            {held.map(({ contactId, name, conversationId }, at) => (
              <span key={contactId}>
                {at > 0 && ", "}
                {conversationId === null ? (
                  formatPhone(name)
                ) : (
                  <Link className="link" href={`/inbox?c=${conversationId}`}>
                    {formatPhone(name)}
                  </Link>
                )}
              </span>
            ))}
          </p>
        )}
      </CardBody>
    </Card>
  );
}
