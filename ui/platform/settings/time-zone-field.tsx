import { useEffect, useId, useState } from "react";
import { TextField } from "./text-field.tsx";

/** A text field with the browser's list of zones; the server refuses unknown ones. */
export function TimeZoneField() {
  const list = useId();
  const [zones, setZones] = useState<readonly string[]>([]);
  // Set in the browser, because the server's list differs.
  useEffect(() => setZones(Intl.supportedValuesOf("timeZone")), []);
  return (
    <>
      <TextField
        name="timeZone"
        label="Time zone"
        list={list}
        spellCheck={false}
        hint="Dates, quiet hours and appointments follow it. Type a city, such as Chicago."
      />
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
