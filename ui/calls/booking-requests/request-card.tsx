import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import Clock3 from "lucide-react/icons/clock-3";
import {
  type PotentialAppointment,
  potentialAppointments,
  type RequestStatus,
} from "#src/calls/booking-requests/contract.ts";
import { ContactLink } from "#ui/clients/parts/contact-link.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { LookBadge, type StatusLook } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { nameOf } from "./names.ts";
import { RequestFacts } from "./request-facts.tsx";

interface RequestCardProps {
  request: PotentialAppointment;
  onApprove: () => void;
  onReject: () => void;
}

export function RequestCard({ request, onApprove, onReject }: RequestCardProps) {
  const { user } = useCurrentUser();
  const isAdmin = user?.role === "admin";
  const name = nameOf(request);
  return (
    <article
      className="card flex min-w-0 flex-col"
      aria-label={`${name}, ${request.requestedService}`}
    >
      <div className="flex gap-3 px-4 pt-4">
        <Avatar id={request.matchedContactId ?? `request ${request.id}`} name={name} size="m" />
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-2 min-w-0">
            <h2 className="h2 clip flex-1 min-w-0">
              {request.matchedContact ? (
                <ContactLink id={request.matchedContact.id}>{formatPhone(name)}</ContactLink>
              ) : (
                formatPhone(name)
              )}
            </h2>
            <LookBadge look={STATES[request.status]} />
          </div>
          <p className="sm dim num clip">
            {request.callerPhone ? formatPhone(request.callerPhone) : "Number withheld"}
            {!request.matchedContact && <span className="faint"> · Not in contacts</span>}
          </p>
        </div>
      </div>
      <RequestFacts request={request} />
      <div className="flex items-center gap-2 min-w-0 mt-auto min-h-12 border-line border-t py-2 pr-2 pl-4 phone:flex-wrap">
        {request.status === "pending" && isAdmin ? (
          <span className="ml-auto flex items-center min-w-0 gap-2 phone:w-full phone:[&>*]:flex-1">
            <Button variant="quiet-bad" onClick={onReject}>
              Reject
            </Button>
            <Button onClick={onApprove}>Approve</Button>
          </span>
        ) : (
          <Decision request={request} isAdmin={isAdmin} />
        )}
      </div>
    </article>
  );
}

const DECISIONS = { approved: "Approved", rejected: "Rejected" } as const;

/** Who decided and when. A request without an appointment can be reopened. */
function Decision({ request, isAdmin }: { request: PotentialAppointment; isAdmin: boolean }) {
  const { status, processedAt, processedByUser, appointmentId } = request;
  const reopen = useAct(potentialAppointments.reopen, { done: "Request reopened" });
  if (status === "pending") return <span className="sm faint">Waiting for an administrator</span>;
  return (
    <>
      <span className="sm faint clip flex-1 min-w-0">
        {DECISIONS[status]} by {processedByUser?.username ?? "a former user"}
        {processedAt && (
          <>
            {" · "}
            <RelativeTime iso={processedAt} inline />
          </>
        )}
      </span>
      {isAdmin && appointmentId === null && (
        <Button
          variant="quiet"
          size="tiny"
          busy={reopen.isPending && "Reopening..."}
          onClick={() => reopen.run({ params: { id: request.id } })}
        >
          Reopen
        </Button>
      )}
    </>
  );
}

const STATES: Readonly<Record<RequestStatus, StatusLook>> = {
  pending: ["wait", Clock3, "Pending"],
  approved: ["good", Check, "Approved"],
  rejected: ["off", Ban, "Rejected"],
};
