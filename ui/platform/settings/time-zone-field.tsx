import { useId, useState } from "react";
import { useFormState } from "react-hook-form";
import type { SettingsValues } from "./form-values.ts";
import { TextField } from "./text-field.tsx";

/** A text field with the browser's list of zones; the server refuses unknown ones. */
export function TimeZoneField() {
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
