import { useQuery } from "@tanstack/react-query";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Scissors from "lucide-react/icons/scissors";
import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Link } from "wouter";
import { AUTOMATIC_TEXTS } from "#src/calendar/automatic-texts/texts-contract.ts";
import type { Settings } from "#src/platform/settings/contract.ts";
import {
  MAX_SECOND_REMINDER_HOURS,
  MAX_THANK_YOU_DELAY_MINUTES,
} from "#src/platform/settings/fields-contract.ts";
import { extentOf } from "#src/shared/working-hours.ts";
import { useApi } from "#ui/api.ts";
import { TokenBox } from "#ui/calendar/automatic-texts/token-box.tsx";
import { DAY_NAMES } from "#ui/calendar/hours/day-names.ts";
import { businessHoursQuery } from "#ui/calendar/hours/queries.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
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
    <SectionCard id="reminder">
      <SwitchSetting
        name="appointmentReminderEnabled"
        hint="One text the day before, with a link to change visits that were booked online. Clients reply C to confirm or X to ask to cancel."
      >
        Remind clients about their appointment
      </SwitchSetting>
      <MessageSetting
        id="reminder"
        name="appointmentReminderMessage"
        label="Reminder message"
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
    <SectionCard id="thank-you">
      <SwitchSetting
        name="appointmentThankYouEnabled"
        hint="One text after each appointment from now on. Skips clients who opted out, can't be reached or have no number."
      >
        Thank clients after their appointment
      </SwitchSetting>
      <MessageSetting
        id="thank-you"
        name="appointmentThankYouMessage"
        label="Thank-you message"
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
  id: "reminder" | "thank-you";
  name: "appointmentReminderMessage" | "appointmentThankYouMessage";
  label: string;
  businessName: string;
}

function MessageSetting({ id, name, label, businessName }: MessageSettingProps) {
  const { control } = useFormContext<SettingsValues>();
  const { field, fieldState } = useController({ control, name });
  // The box keeps what is typed; another value, such as after Discard, needs a new box.
  const [shown, setShown] = useState({ message: field.value, version: 0 });
  if (shown.message !== field.value) setShown({ message: field.value, version: shown.version + 1 });
  return (
    <>
      <div className={WIDE}>
        <TokenBox
          key={shown.version}
          label={label}
          value={field.value}
          fields={AUTOMATIC_TEXTS[id].fields}
          error={fieldState.error?.message}
          onChange={(message) => {
            setShown({ ...shown, message });
            field.onChange(message);
          }}
        />
      </div>
      <MessagePreview message={field.value} businessName={businessName}>
        <Link href={`/campaigns/automatic/${id}`} className="link sm">
          Preview and Results
        </Link>
      </MessagePreview>
    </>
  );
}

export function HoursCard() {
  const { data } = useQuery(businessHoursQuery(useApi()));
  const usual = data && extentOf(data.weekly);
  const days = DAY_NAMES.filter(([weekday]) =>
    data?.weekly[weekday].some(({ start, end }) => start === usual?.start || end === usual?.end),
  );
  return (
    <SectionCard id="hours">
      <TimeSetting name="systemWorkStartTime" label="Work starts" />
      <TimeSetting name="systemWorkEndTime" label="Work ends" />
      <p className={`hint ${WIDE}`}>
        {days.length > 0 && `Applies to ${formatDays(days.map(([, name]) => name))}. `}
        Set other times for single days in Weekly Hours. You can still book outside these hours,
        with a warning.
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

/** "Monday to Saturday", "Monday, Tuesday, Friday": `days` in the order of the week. */
function formatDays(days: readonly string[]): string {
  const week = DAY_NAMES.map(([, name]) => name);
  const first = week.indexOf(days[0] ?? "");
  const isRun = days.length > 2 && days.every((day, at) => day === week[first + at]);
  return isRun ? `${days[0]} to ${days.at(-1)}` : days.join(", ");
}
