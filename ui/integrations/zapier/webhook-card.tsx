import { useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { Settings } from "#src/platform/settings/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { CheckAnswerNote } from "#ui/platform/settings/connection-test.tsx";
import { isChanged, WEBHOOKS } from "#ui/platform/settings/connections.ts";
import { CopyField, publicBase } from "#ui/platform/settings/copy-field.tsx";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { TextField } from "#ui/platform/settings/text-field.tsx";
import { useCheck } from "#ui/platform/settings/use-check.ts";

export function WebhookCard({ settings }: { settings: Settings }) {
  const { control } = useFormContext<SettingsValues>();
  const typed = useWatch({ control, name: "webhookBaseUrl" });
  const base = publicBase({ ...settings, webhookBaseUrl: typed.trim() });
  return (
    <SectionCard id="webhooks">
      <TextField
        name="webhookBaseUrl"
        label="Webhook base URL"
        type="url"
        spellCheck={false}
        className={WIDE}
        placeholder={settings.publicUrl ?? "https://"}
        hint={
          base
            ? "This server's address on the internet."
            : "This server's address on the internet. Enter it to copy the addresses below."
        }
      />
      <Checks />
      {ENDPOINTS.map(({ service, where, paths }) => (
        <fieldset key={service} className={`${WIDE} border-line border-t pt-4`}>
          <legend className="sr">{service}</legend>
          <p className="h3">{service}</p>
          <p className="hint mb-3">{where}</p>
          <div className="grid grid-cols-2 gap-4 @max-[700px]/page:grid-cols-1">
            {paths.map(({ label, path }) => (
              <CopyField key={path} {...{ label, base, path }} hasReason={false} />
            ))}
          </div>
        </fieldset>
      ))}
    </SectionCard>
  );
}

function Checks() {
  const { formState } = useFormContext<SettingsValues>();
  const hint = useId();
  const check = useCheck("testWebhook");
  const connect = useCheck("connectWebhook");
  const [tried, setTried] = useState<"check" | "connect">();
  const unsaved = isChanged(WEBHOOKS, formState.dirtyFields);
  const answer = tried === "connect" ? connect.answer : check.answer;
  return (
    <div className={WIDE}>
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <Button
          disabled={unsaved}
          busy={check.running && "Checking..."}
          aria-describedby={hint}
          onClick={() => {
            setTried("check");
            check.run();
          }}
        >
          Check Webhooks
        </Button>
        <Button
          disabled={unsaved}
          busy={connect.running && "Connecting..."}
          aria-describedby={hint}
          onClick={() => {
            setTried("connect");
            connect.run();
          }}
        >
          Connect This Number
        </Button>
        <p id={hint} className="hint">
          {unsaved
            ? "Save your changes to test them."
            : "Connecting tells Twilio to send incoming texts and calls here."}
        </p>
      </div>
      <CheckAnswerNote answer={unsaved ? undefined : answer} className="mt-3" />
    </div>
  );
}

interface Endpoints {
  readonly service: string;
  readonly where: string;
  readonly paths: readonly { readonly label: string; readonly path: string }[];
}

/** The addresses that external services request; those of Stripe and Google are in their own cards. */
const ENDPOINTS: readonly Endpoints[] = [
  {
    service: "Twilio",
    where:
      "Connect This Number sets the addresses for incoming texts and calls. Text receipts are requested with each text.",
    paths: [
      { label: "Text receipts", path: "/api/twilio/status-callback" },
      { label: "Incoming texts", path: "/api/twilio/webhook" },
      { label: "Incoming calls", path: "/api/voice/incoming" },
      { label: "Call status", path: "/api/voice/status" },
    ],
  },
  {
    service: "Zapier and others",
    where: "POST JSON with your api_key in the body. You'll find the key under Zapier Integration.",
    paths: [
      { label: "New contact", path: "/api/webhooks/zapier/contact/create" },
      { label: "Changed contact", path: "/api/webhooks/zapier/contact/update" },
      { label: "New appointment", path: "/api/webhooks/appointment/create" },
      { label: "Canceled appointment", path: "/api/webhooks/appointment/delete" },
    ],
  },
];
