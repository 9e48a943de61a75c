import CalendarClock from "lucide-react/icons/calendar-clock";
import Scissors from "lucide-react/icons/scissors";
import { useFormContext, useWatch } from "react-hook-form";
import { Link } from "wouter";
import type { AutomaticTextId } from "#src/calendar/automatic-texts/texts-contract.ts";
import type { Settings } from "#src/platform/settings/contract.ts";
import {
  MAX_SECOND_REMINDER_HOURS,
  MAX_THANK_YOU_DELAY_MINUTES,
} from "#src/platform/settings/fields-contract.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { AreaField } from "#ui/messaging/settings/area-field.tsx";
import { MessagePreview } from "#ui/messaging/settings/message-preview.tsx";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";
import { NumberField, TimeSetting } from "#ui/platform/settings/text-field.tsx";

interface CardProps {
  settings: Settings;
}

export function ReminderCard({ settings }: CardProps) {
  return (
    <SectionCard id="reminder" trailing={<AutomaticTextLink id="reminder" />}>
      <SwitchSetting
        name="appointmentReminderEnabled"
        hint="One text the day before, with a link to change visits that were booked online. Clients reply C to confirm or X to ask to cancel."
      >
        Remind clients about their appointment
      </SwitchSetting>
      <MessageSetting
        name="appointmentReminderMessage"
        label="Reminder message"
        hint="We fill in {clientName}, {service}, {date}, {time}, {employee} and {businessName}."
        businessName={settings.businessName}
      />
      <TimeSetting
        name="appointmentReminderTime"
        label="Sent the day before at"
        hint="Never during quiet hours. Clients who book later are reminded an hour after they book."
      />
      <SwitchSetting
        name="appointmentSecondReminderEnabled"
        hint="The same text on the day of the visit. Skipped when quiet hours end too late to send it."
      >
        Remind clients again before they come
      </SwitchSetting>
      <NumberField
        name="appointmentSecondReminderHours"
        label="Hours before the visit"
        min={1}
        max={MAX_SECOND_REMINDER_HOURS}
        hint={`1 to ${MAX_SECOND_REMINDER_HOURS}.`}
      />
    </SectionCard>
  );
}

export function ThankYouCard({ settings }: CardProps) {
  return (
    <SectionCard id="thank-you" trailing={<AutomaticTextLink id="thank-you" />}>
      <SwitchSetting
        name="appointmentThankYouEnabled"
        hint="One text after each appointment from now on. Skips clients who opted out, can't be reached or have no number."
      >
        Thank clients after their appointment
      </SwitchSetting>
      <MessageSetting
        name="appointmentThankYouMessage"
        label="Thank-you message"
        hint="We fill in {clientName} and {service}."
        businessName={settings.businessName}
      />
      <NumberField
        name="appointmentThankYouDelayMinutes"
        label="Minutes after the end"
        min={0}
        max={MAX_THANK_YOU_DELAY_MINUTES}
        hint="0 to 1,440. We check every 2 minutes."
      />
    </SectionCard>
  );
}

interface MessageSettingProps {
  name: "appointmentReminderMessage" | "appointmentThankYouMessage";
  label: string;
  hint: string;
  businessName: string;
}

function MessageSetting({ businessName, ...field }: MessageSettingProps) {
  const { control } = useFormContext<SettingsValues>();
  const message = useWatch({ control, name: field.name });
  return (
    <>
      <AreaField {...field} />
      <MessagePreview message={message} businessName={businessName} />
    </>
  );
}

/** Leads to the same text with its preview, clients and results. */
function AutomaticTextLink({ id }: { id: AutomaticTextId }) {
  return (
    <Link href={`/campaigns/automatic/${id}`} className="link sm">
      Preview and Results
    </Link>
  );
}

export function HoursCard() {
  return (
    <SectionCard id="hours">
      <TimeSetting name="systemWorkStartTime" label="Work starts" />
      <TimeSetting name="systemWorkEndTime" label="Work ends" />
      <p className={`hint ${WIDE}`}>
        The earliest start and latest end of the week. Changes the days in Hours that have these
        times. You can still book outside these hours, with a warning.
      </p>
      <div className={`${WIDE} flex items-center gap-2 min-w-0 flex-wrap`}>
        <Link href="/settings/hours" className={buttonClass({})}>
          <Icon of={CalendarClock} />
          Weekly Hours
        </Link>
        <Link href="/settings/services" className={buttonClass({})}>
          <Icon of={Scissors} />
          Services
        </Link>
      </div>
    </SectionCard>
  );
}
