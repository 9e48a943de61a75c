import { useFormContext, useWatch } from "react-hook-form";
import type { Settings } from "#src/platform/settings/contract.ts";
import { formatCount, formatNumber } from "#src/shared/format-count.ts";
import { WebhookCard } from "#ui/integrations/zapier/webhook-card.tsx";
import { Button } from "#ui/kit/button.tsx";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";
import { NumberField, TextField, TimeSetting } from "#ui/platform/settings/text-field.tsx";
import { AreaField } from "./area-field.tsx";
import { GetApprovedCard } from "./get-approved-card.tsx";
import { ManualCheck } from "./manual-check.tsx";

export function TextingCards({ settings }: { settings: Settings }) {
  return (
    <>
      <WebhookCard settings={settings} />
      <PaceCard />
      <CostCard />
      <DeliverabilityCard />
      <TemplateCard />
      <PicturesCard />
    </>
  );
}

export function TextingTools() {
  return (
    <>
      <GetApprovedCard />
      <SectionCard id="manual-check">
        <ManualCheck />
      </SectionCard>
    </>
  );
}

function PaceCard() {
  const { control } = useFormContext<SettingsValues>();
  const [count, delay, quiet] = useWatch({
    control,
    name: ["messageCount", "delaySeconds", "quietHoursEnabled"],
  });
  return (
    <SectionCard id="pace">
      <NumberField name="messageCount" label="Messages per send" />
      <NumberField name="delaySeconds" label="Delay between messages (seconds)" />
      <p className={`hint num ${WIDE}`} role="status">
        {formatPace(count, delay)}
      </p>
      <TextField
        name="maxSegmentsPerSecond"
        label="Segments per second (optional)"
        inputMode="decimal"
        hint="Your carrier's limit. It can only slow the pace above."
      />
      <NumberField
        name="dailyCap"
        label="Daily cap (optional)"
        hint="After this many texts in a day, campaigns wait until tomorrow."
      />
      <FrequencyCap />
      <SwitchSetting
        name="quietHoursEnabled"
        apart
        hint="Campaigns, reminders and other automatic texts wait while it's night for you or the client. Replies and confirmations are sent at any hour."
      >
        Quiet hours
      </SwitchSetting>
      {quiet && (
        <>
          <TimeSetting name="quietHoursStart" label="From" />
          <TimeSetting name="quietHoursEnd" label="Until" />
          <SwitchSetting
            name="campaignsOnSundaysAndHolidays"
            hint="When this is on, they still wait until noon on Sundays. When it's off, they wait for the next business day."
          >
            Send campaigns on Sundays and holidays
          </SwitchSetting>
        </>
      )}
    </SectionCard>
  );
}

/** "At most 2 campaign texts in 7 days", as two fields. */
function FrequencyCap() {
  const { control } = useFormContext<SettingsValues>();
  const [texts, days] = useWatch({ control, name: ["frequencyCapMessages", "frequencyCapDays"] });
  return (
    <>
      <NumberField
        name="frequencyCapMessages"
        label="Campaign texts per client (optional)"
        max={100}
        hint={
          texts === ""
            ? "Clients at the limit are skipped."
            : `At most ${formatCount(Number(texts), "campaign text")} in ${formatCount(Number(days), "day")}.`
        }
      />
      <NumberField name="frequencyCapDays" label="Within (days)" max={90} />
    </>
  );
}

const SAMPLE = 1_000;

/** "About 30 texts a minute: 1,000 texts take 34 minutes."; empty for an invalid pace. */
export function formatPace(messageCount: string, delaySeconds: string): string | undefined {
  const perSecond = Number(messageCount) / Number(delaySeconds);
  if (!(perSecond > 0 && Number.isFinite(perSecond))) return undefined;
  return `${formatRate(perSecond * 60)}: ${formatNumber(SAMPLE)} texts take ${formatDuration(SAMPLE / perSecond)}.`;
}

function formatRate(perMinute: number): string {
  if (perMinute >= 1) return `About ${formatRounded(perMinute, "text")} a minute`;
  return `About ${formatRounded(perMinute * 60, "text")} an hour`;
}

function formatDuration(seconds: number): string {
  if (seconds < 90) return formatRounded(seconds, "second");
  const minutes = seconds / 60;
  if (minutes < 90) return formatCount(Math.ceil(minutes), "minute");
  const hours = minutes / 60;
  return hours < 48
    ? formatCount(Math.ceil(hours), "hour")
    : formatCount(Math.ceil(hours / 24), "day");
}

function formatRounded(figure: number, unit: string): string {
  return formatCount(Math.max(1, Math.round(figure)), unit);
}

function CostCard() {
  return (
    <SectionCard id="cost">
      <TextField
        name="costPerSegment"
        label="Cost per segment"
        inputMode="decimal"
        hint="What your provider charges per segment, such as 0.0079. Used for estimates."
      />
    </SectionCard>
  );
}

function DeliverabilityCard() {
  return (
    <SectionCard id="deliverability">
      <SwitchSetting
        name="autoDeliverabilityCheck"
        hint="Campaigns skip contacts we can't reach until a text gets through again."
      >
        Check deliverability every night
      </SwitchSetting>
      <SwitchSetting
        name="lineTypeLookups"
        apart
        hint="Finds landlines and pagers before you text them. Twilio charges $0.008 for each new number. Results are kept for 90 days."
      >
        Look up line types before a campaign
      </SwitchSetting>
    </SectionCard>
  );
}

const TEMPLATE_SETTINGS = [
  "templateMessageCount",
  "templateDelaySeconds",
  "templateMessage",
] as const;

function TemplateCard() {
  const { control, setValue } = useFormContext<SettingsValues>();
  const [count, delay, message] = useWatch({ control, name: TEMPLATE_SETTINGS });
  const blank = `${count}${delay}${message}` === "";

  function clear() {
    for (const name of TEMPLATE_SETTINGS)
      setValue(name, "", { shouldDirty: true, shouldValidate: true });
  }

  return (
    <SectionCard
      id="template"
      trailing={
        !blank && (
          <Button variant="quiet" size="tiny" onClick={clear}>
            Clear Template
          </Button>
        )
      }
    >
      <p className={`sm dim ${WIDE}`}>
        New campaigns start with this text and pace. The pace can only be slower than Rate Limiting,
        which applies when there's no template.
      </p>
      <NumberField name="templateMessageCount" label="Message count" />
      <NumberField
        name="templateDelaySeconds"
        label="Delay (seconds)"
        hint={formatPace(count, delay)}
      />
      <AreaField
        name="templateMessage"
        label="Message"
        rows={4}
        hint="We fill in {firstName}, {lastName} and {name} for each client."
      />
      <TextField
        name="testPhoneNumber"
        label="Test number"
        type="tel"
        autoComplete="tel"
        hint="Campaign test texts only go to this number."
      />
      <SwitchSetting
        name="optOutNoticeAlways"
        apart
        hint="Adds your business name before and “Reply STOP to opt out” after the text when they're missing."
      >
        Always add the opt-out notice
      </SwitchSetting>
    </SectionCard>
  );
}

function PicturesCard() {
  return (
    <SectionCard id="pictures">
      <NumberField
        name="mediaRetentionDays"
        label="Keep pictures in texts (days)"
        hint="Older pictures are deleted from the inbox and aren't in later backups."
      />
    </SectionCard>
  );
}
