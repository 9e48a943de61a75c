import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { settings as endpoints, type Settings } from "#src/settings/contract.ts";
import { useCall } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { CheckAnswerNote } from "./check-answer.tsx";
import { CopyField } from "./copy-field.tsx";
import type { SettingsValues } from "./form-values.ts";
import { SectionCard, WIDE } from "./section-card.tsx";
import { TextField } from "./text-field.tsx";
import { isTwilioDirty } from "./twilio-state.ts";
import { useCheck } from "./use-check.ts";

export function WebhookCard({ settings }: { settings: Settings }) {
  const call = useCall();
  const { control, formState } = useFormContext<SettingsValues>();
  const typed = useWatch({ control, name: "webhookBaseUrl" });
  const check = useCheck(() => call(endpoints.testWebhook));
  const connect = useCheck(() => call(endpoints.connectWebhook));
  const [tried, setTried] = useState<"check" | "connect">();
  const { dirtyFields } = formState;
  const answer = tried === "connect" ? connect.answer : check.answer;
  const unsaved = Boolean(dirtyFields.webhookBaseUrl) || isTwilioDirty(dirtyFields);
  const base = (typed.trim() || settings.publicUrl || "").replace(/\/+$/, "");

  return (
    <SectionCard id="webhooks">
      <TextField
        name="webhookBaseUrl"
        label="Webhook base URL"
        type="url"
        spellCheck={false}
        className={WIDE}
        placeholder={settings.publicUrl ?? "https://"}
        hint="The address at which the internet reaches this server."
      />
      <CopyField label="Receipts" base={base} path="/api/twilio/status-callback" />
      <CopyField label="Incoming texts" base={base} path="/api/twilio/webhook" />
      <div className={`${WIDE} flex flex-col gap-3`}>
        <div className="row wrap">
          <Button
            disabled={unsaved}
            busy={check.running && "Checking..."}
            aria-describedby="webhook-hint"
            onClick={() => {
              setTried("check");
              check.run();
            }}
          >
            Check webhooks
          </Button>
          <Button
            disabled={unsaved}
            busy={connect.running && "Connecting..."}
            aria-describedby="webhook-hint"
            onClick={() => {
              setTried("connect");
              connect.run();
            }}
          >
            Connect this number
          </Button>
          <p id="webhook-hint" className="hint">
            {unsaved
              ? "Save your changes to try them."
              : "Connecting tells Twilio to send incoming texts here."}
          </p>
        </div>
        <CheckAnswerNote answer={unsaved ? undefined : answer} />
      </div>
    </SectionCard>
  );
}
