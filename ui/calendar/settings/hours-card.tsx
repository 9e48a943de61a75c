import CalendarClock from "lucide-react/icons/calendar-clock";
import Scissors from "lucide-react/icons/scissors";
import { Link } from "wouter";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { TimeSetting } from "#ui/platform/settings/text-field.tsx";

export function HoursCard() {
  return (
    <SectionCard id="hours">
      <TimeSetting name="systemWorkStartTime" label="Work starts" />
      <TimeSetting name="systemWorkEndTime" label="Work ends" />
      <p className={`hint ${WIDE}`}>
        The earliest start and latest end of the week. A new start moves the days that had the old
        one, and a new end does the same. Breaks and other days stay as they are. You can still book
        outside these hours, with a warning.
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
