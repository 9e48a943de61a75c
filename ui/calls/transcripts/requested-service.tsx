import { Link } from "wouter";
import type { CallTranscript } from "#src/calls/transcripts/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { buttonClass } from "#ui/kit/button-class.ts";

const STATES = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;

/** The booking requested in this call. */
export function RequestedService({ requests }: Pick<CallTranscript, "requests">) {
  const { user } = useCurrentUser();
  const mayDecide = user && mayOpen(user, "/potential-appointments");
  return (
    <section className="card" aria-label="Appointment request">
      {requests.map(({ id, status, requestedService, preferredDate, preferredTime }) => (
        <div key={id} className="line-row phone:flex-wrap">
          <div className="min-w-0 flex-1">
            <h3 className="h3 wrap-anywhere">{requestedService}</h3>
            <p className="sm dim wrap-anywhere">
              {[preferredDate, preferredTime].filter((text) => text !== "").join(", ")}
              <span className="faint"> · {STATES[status]}</span>
            </p>
          </div>
          {mayDecide && (
            <Link
              href={`/potential-appointments?status=${status}`}
              className={`${buttonClass({ size: "tiny" })} phone:w-full`}
            >
              {status === "pending" ? "Decide" : "See Request"}
            </Link>
          )}
        </div>
      ))}
    </section>
  );
}
