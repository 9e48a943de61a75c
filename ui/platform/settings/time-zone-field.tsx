import { useEffect, useId, useState } from "react";
import { TextField } from "./text-field.tsx";

/** Typed, with the browser's own list to choose from; the server refuses a zone that does not exist. */
export function TimeZoneField() {
  const list = useId();
  const [zones, setZones] = useState<readonly string[]>([]);
  // Only here: the server's list is not the browser's.
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
