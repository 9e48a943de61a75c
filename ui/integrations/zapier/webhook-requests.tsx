import { useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import Clock3 from "lucide-react/icons/clock-3";
import { useState } from "react";
import type { WebhookRequest } from "#src/integrations/zapier/contract.ts";
import { INBOUND_KINDS } from "#src/integrations/zapier/inbound-contract.ts";
import { useApi } from "#ui/api.ts";
import { LookBadge, type StatusLook } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { webhookRequestsQuery } from "./webhook-queries.ts";

const FIRST = 8;
/** The request waits for a decision. */
const ACCEPTED = 202;

export function WebhookRequests() {
  const query = useQuery(webhookRequestsQuery(useApi()));
  const { data: requests, error } = query;
  const [all, setAll] = useState(false);
  return (
    <div>
      <h3 className="h3">Recent requests</h3>
      {error && !requests && <LoadFailed query={query} />}
      {requests?.length === 0 && (
        <p className="sm dim">No requests yet. The last 100 will appear here with their results.</p>
      )}
      {requests && requests.length > 0 && (
        <ul>
          {(all ? requests : requests.slice(0, FIRST)).map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      {requests && requests.length > FIRST && !all && (
        <Button className="mt-2" onClick={() => setAll(true)}>
          Show all {requests.length}
        </Button>
      )}
    </div>
  );
}

function RequestRow({ request }: { request: WebhookRequest }) {
  const fields = Object.entries(request.fields);
  return (
    <li className="border-line border-t py-2.5 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <LookBadge look={lookOf(request.status)} />
        <span className="h3">{titleOf(request.path)}</span>
        <span className="flex-1 min-w-0" />
        <span className="xs faint num">
          {request.username ?? "unknown key"}
          {request.ipAddress && ` · ${request.ipAddress}`} ·{" "}
          <RelativeTime iso={request.createdAt} inline />
        </span>
      </div>
      <p className="sm dim mt-0.5">{request.message}</p>
      {fields.length > 0 && (
        <p className="xs faint num mt-0.5 break-words">
          {fields.map(([name, value]) => `${name}: ${value}`).join(" · ")}
        </p>
      )}
    </li>
  );
}

function lookOf(status: number): StatusLook {
  if (status === ACCEPTED) return ["wait", Clock3, "Waiting"];
  return status < 300 ? ["good", Check, "Done"] : ["bad", CircleAlert, "Refused"];
}

function titleOf(path: string): string {
  return INBOUND_KINDS.find((kind) => kind.path === path)?.title ?? path;
}
