import { useQuery, useQueryClient } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import Clock3 from "lucide-react/icons/clock-3";
import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import { Link } from "wouter";
import {
  INBOUND_KINDS,
  WEBHOOK_EXAMPLES_HINT,
  type WebhookRequest,
  webhooks,
} from "#src/integrations/zapier/contract.ts";
import type { Settings } from "#src/platform/settings/contract.ts";
import { type Api, errorMessage, useApi } from "#ui/api.ts";
import { LookBadge, type StatusLook } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { CopyInput, publicBase } from "#ui/platform/settings/copy-field.tsx";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { needsPassword, useConfirmPassword } from "#ui/shell/data/confirm-password.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { read, readLater } from "#ui/shell/data/read.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { InboundExamples } from "./inbound-examples.tsx";

/** The API key, the endpoints and their fields, and the last requests. Outside the form, because it saves nothing. */
export function ZapierCard({ settings }: { settings: Settings }) {
  const base = publicBase(settings);
  return (
    <SectionCard id="zapier">
      <div className={`${WIDE} flex min-w-0 flex-col gap-5`}>
        <ApiKey />
        <div>
          <h3 className="h3">What other programs can send</h3>
          <p className="sm dim mb-2">
            {WEBHOOK_EXAMPLES_HINT}
            {base === "" && " The addresses go after your webhook base URL."}
          </p>
          <InboundExamples base={base} className="overflow-hidden rounded-md border border-line" />
          <p className="sm mt-2">
            <Link href="/api-reference" className="text-accent-ink hover:underline">
              All requests of the API
            </Link>
          </p>
        </div>
        <WebhookRequests />
      </div>
    </SectionCard>
  );
}

const FIRST = 8;
/** The request waits for a decision. */
const ACCEPTED = 202;

function WebhookRequests() {
  const query = useQuery(read(useApi(), webhooks.requests));
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
          Show All {requests.length}
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

function ApiKey() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const confirmPassword = useConfirmPassword();
  const { data, error, refetch } = useQuery(apiKeyQuery(api));
  const generate = useAct(webhooks.generateKey, {
    done: "API key generated",
    onDone(made) {
      client.setQueryData(apiKeyQuery(api).queryKey, made);
      setAsking(false);
    },
    errors() {
      setAsking(false);
      toasts.show({ title: "Failed to generate API key", kind: "destructive" });
      return "inline";
    },
  });

  async function show() {
    if (await confirmPassword()) await refetch();
  }

  if (data === "locked")
    return (
      <Button icon={KeyRound} onClick={() => void show()}>
        Show API Key
      </Button>
    );
  if (error && !data) return <ErrorNote>{errorMessage(error)}</ErrorNote>;
  if (!data?.apiKey)
    return (
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <p className="sm dim flex-1 min-w-0 basis-70">
          Lets Zapier and other programs add contacts and appointments here. Anyone with the key can
          do that as you.
        </p>
        <Button
          icon={KeyRound}
          disabled={!data}
          busy={generate.isPending && "Generating..."}
          onClick={() => generate.run()}
        >
          Generate API Key
        </Button>
      </div>
    );

  return (
    <div>
      <Field label="API key" hint="Send it with every request as api_key. Keep it private.">
        <CopyInput value={data.apiKey} label="Copy the API key" spellCheck={false} />
      </Field>
      <Button className="mt-3" onClick={() => setAsking(true)}>
        Regenerate API Key
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Regenerate API Key"
        description="Your current key will stop working right away. Programs that use it will need the new one."
        action="Regenerate"
        busy={generate.isPending && "Generating..."}
        onConfirm={() => generate.run()}
      />
    </div>
  );
}

/** "locked" while the server would ask for the password first. */
function apiKeyQuery(api: Api) {
  return readLater(webhooks.readKey, async () =>
    (await needsPassword(api)) ? "locked" : api(webhooks.readKey),
  );
}
