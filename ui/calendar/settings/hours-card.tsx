import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { TextField } from "#ui/platform/settings/text-field.tsx";

export function HoursCard() {
  return (
    <SectionCard id="hours">
      <TextField name="systemWorkStartTime" label="Work starts" type="time" />
      <TextField name="systemWorkEndTime" label="Work ends" type="time" />
      <p className={`hint ${WIDE}`}>
        Hours of everybody who has none of their own; the schedule is drawn from the first to the
        last of them. Appointments outside are warned about, not forbidden.
      </p>
    </SectionCard>
  );
}
