import { useQuery } from "@tanstack/react-query";
import Smartphone from "lucide-react/icons/smartphone";
import { type ReactNode, useState } from "react";
import { campaigns } from "#src/messaging/campaigns/contract.ts";
import type { Settings } from "#src/platform/settings/contract.ts";
import { formatCount, formatNumber } from "#src/shared/format-count.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { campaignCost } from "#src/shared/money.ts";
import type { SegmentCount } from "#src/shared/sms-segments.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { PhonePreview } from "./phone-preview.tsx";
import { previewClient, previewClients } from "./preview-client.ts";
import { composingQuery } from "./queries.ts";
import {
  formatDuration,
  formatSegmentCost,
  formatTotal,
  microsOf,
  secondsToSend,
} from "./rates.ts";
import type { Recipients } from "./recipients.ts";
import type { Wording } from "./wording.ts";

interface ComposerLookProps {
  wording: Wording;
  recipients: Recipients;
  /** Undefined for a draft: its recipients are picked when it is approved. */
  counted: number | undefined;
}

export function ComposerLook({ wording, recipients, counted }: ComposerLookProps) {
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  const [clientId, setClientId] = useState<number>();
  const offered = previewClients(recipients);
  const client = previewClient(recipients, clientId);

  return (
    <aside
      className={classes(
        "flex flex-col gap-4 overflow-auto border-line border-l bg-sunken px-6 py-5",
        "max-[860px]:border-t max-[860px]:border-l-0 phone:p-4",
        // The cost is beside the phone, which keeps its shape.
        "min-[640px]:max-[860px]:grid min-[640px]:max-[860px]:grid-cols-[minmax(0,348px)_minmax(0,1fr)] min-[640px]:max-[860px]:grid-rows-[auto_auto_1fr] min-[640px]:max-[860px]:items-start min-[640px]:max-[860px]:[&>:first-child]:row-span-3",
      )}
      aria-label="Preview and cost"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <PhonePreview
        businessName={wording.businessName}
        message={wording.text}
        client={client}
        others={offered}
        onClient={setClientId}
      />
      <TestText message={wording.text} />
      {settings && (
        <CostSummary settings={settings} longest={wording.longest} recipients={counted} />
      )}
    </aside>
  );
}

function TestText({ message }: { message: string }) {
  const { user } = useCurrentUser();
  const { data: info } = useQuery(composingQuery(useApi()));
  const test = useAct(campaigns.test, {
    done: (sent) => ({ title: "Test sent", description: `To ${formatPhone(sent.phoneNumber)}` }),
    errors: "Test not sent",
  });

  if (!info) return null;
  if (info.testPhoneNumber === null)
    return (
      <p className="xs faint -mt-1">
        {user?.role === "admin" ? (
          <>
            To send a test,{" "}
            <a
              className="underline"
              href="/settings/texting#template"
              target="_blank"
              rel="noreferrer"
            >
              add a test number in Settings
            </a>
            .
          </>
        ) : (
          "To send a test, ask an administrator to add a test number in Settings."
        )}
      </p>
    );
  return (
    <Button
      size="tiny"
      icon={Smartphone}
      className="-mt-1 self-start"
      disabled={message.trim() === ""}
      busy={test.isPending && "Sending..."}
      onClick={() => test.run({ body: { message } })}
    >
      Send Test to {formatPhone(info.testPhoneNumber)}
    </Button>
  );
}

interface CostSummaryProps {
  settings: Settings;
  /** Of the longest version of the text. */
  longest: SegmentCount;
  /** Undefined for a draft: its recipients are picked when it is approved. */
  recipients: number | undefined;
}

function CostSummary({ settings, longest, recipients }: CostSummaryProps) {
  const { units, segments } = longest;
  const segmentCost = microsOf(settings.costPerSegment);
  const total = campaignCost(segments, segmentCost, recipients ?? 1);

  return (
    <dl className="num grid grid-cols-[1fr_auto] gap-y-1.5 rounded-lg border border-line bg-raised px-4 py-3.5 text-base">
      <Line name="Length">{formatCount(units, "character")}</Line>
      <Line name="Charged as">{units === 0 ? "–" : formatCount(segments, "text")}</Line>
      {recipients !== undefined && (
        <>
          <Line name="Recipients">{formatNumber(recipients)}</Line>
          <Line name="Time to send">
            {recipients === 0 ? "–" : formatDuration(secondsToSend(settings, segments, recipients))}
          </Line>
        </>
      )}
      <dt className={TOTAL}>{recipients === undefined ? "Cost per message" : "Estimated cost"}</dt>
      <dd className={`${TOTAL} text-right`} aria-live="polite">
        {recipients === undefined ? formatSegmentCost(total) : formatTotal(total)}
      </dd>
      <dd className="xs faint col-span-2">
        Carriers charge {formatSegmentCost(segmentCost)} for a text of up to 160 characters, and for
        each 153 of a longer one. A text with emoji or special letters costs more.
      </dd>
    </dl>
  );
}

const TOTAL = "mt-0.5 border-line border-t pt-2.25 font-label text-lead text-ink";

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="dim">{name}</dt>
      <dd className="text-right font-label">{children}</dd>
    </>
  );
}
