import { useId, useState } from "react";
import { useFormState } from "react-hook-form";
import { lazy } from "#ui/kit/lazy.ts";
import { COUNTRIES, CURRENCIES } from "#ui/platform/settings/choices.ts";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { SelectSetting } from "#ui/platform/settings/select-setting.tsx";
import type { CardsProps } from "#ui/platform/settings/settings-form.tsx";
import { SettingsPage } from "#ui/platform/settings/settings-page.tsx";
import { TextField } from "#ui/platform/settings/text-field.tsx";

const form = lazy(async () => (await import("./salon-cards.tsx")).SalonCards);
const tools = lazy<CardsProps>(async () => (await import("./salon-cards.tsx")).SalonTools);

export function SalonScreen() {
  return <SettingsPage group="salon" first={BusinessCard} form={form} tools={tools} />;
}

function BusinessCard() {
  return (
    <SectionCard id="business">
      <TextField name="businessName" label="Name" className={WIDE} />
      <TextField name="businessAddress" label="Address" className={WIDE} />
      <TextField name="businessPhone" label="Help phone" type="tel" />
      <TextField name="businessEmail" label="Help email" type="email" spellCheck={false} />
      <p className={`hint -mt-2 ${WIDE}`}>
        Clients who text HELP get the help phone and the help email.
      </p>
      <div className={WIDE}>
        <TimeZoneField />
      </div>
      <SelectSetting
        name="country"
        label="Country"
        hint="For phone numbers without a country code."
        options={COUNTRIES}
      />
      <SelectSetting name="currency" label="Currency" options={CURRENCIES} />
    </SectionCard>
  );
}

/** A text field with the browser's list of zones; the server refuses unknown ones. */
function TimeZoneField() {
  const list = useId();
  const [zones, setZones] = useState<readonly string[]>([]);
  const { dirtyFields } = useFormState<SettingsValues>({ name: "timeZone" });
  const isChanged = dirtyFields.timeZone === true;
  return (
    <>
      <TextField
        name="timeZone"
        label="Time zone"
        list={list}
        spellCheck={false}
        // Filled on focus: the server's list differs, and rendering 400 options would slow down every page load.
        onFocus={() => setZones(Intl.supportedValuesOf("timeZone"))}
        hint={
          isChanged
            ? "Appointments keep their time of day. Scheduled campaigns still start at the same moment, so their time of day changes."
            : "Used for dates, quiet hours and appointments. Type a city, such as Chicago."
        }
      />
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
