import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { exports, type ListedExport } from "#src/integrations/exports/contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Select } from "#ui/kit/select.tsx";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { useProtectedDownload } from "#ui/shell/data/confirm-password.ts";
import { read } from "#ui/shell/data/read.ts";
import { DateInput } from "#ui/shell/fields/date-input.tsx";

/** Downloads of the business's data. Outside the settings form, because it saves nothing. */
export function ExportsCard() {
  const { data: tables = [] } = useQuery(read(useApi(), exports.list));
  const download = useProtectedDownload();
  const [id, setId] = useState("payments");
  const [days, setDays] = useState({ from: "", to: "" });
  const table = tables.find((one) => one.id === id);
  const isBackward = days.from !== "" && days.to !== "" && days.to < days.from;

  return (
    <SectionCard id="exports">
      <Field label="What to export" className={WIDE}>
        <Select
          value={table?.id}
          onValueChange={setId}
          options={tables.map(({ id: value, title: label }) => ({ value, label }))}
        />
      </Field>
      <Field label="From" hint="Leave blank for no start date.">
        <DateInput
          value={days.from}
          disabled={table?.hasDates === false}
          onValueChange={(from) => setDays({ ...days, from })}
        />
      </Field>
      <Field
        label="To"
        hint="Leave blank for no end date."
        error={isBackward ? "The last day is before the first." : undefined}
      >
        <DateInput
          value={days.to}
          disabled={table?.hasDates === false}
          onValueChange={(to) => setDays({ ...days, to })}
        />
      </Field>
      <div className={`${WIDE} flex items-center gap-2 min-w-0 flex-wrap`}>
        <Button
          icon={Download}
          disabled={!table || isBackward}
          onClick={() => void download(addressOf(exports.one.path.replace(":id", id), days))}
        >
          Download CSV
        </Button>
        <Button
          icon={Download}
          disabled={isBackward}
          onClick={() => void download(addressOf(exports.all.path, days))}
        >
          Download Everything
        </Button>
      </div>
      {table && <Columns table={table} />}
      <p className={`hint ${WIDE}`}>
        Everything comes as one ZIP: CSV and JSON files with a description of each column, signed
        agreements as PDFs, and the pictures of texts. It doesn't include passwords or keys.
      </p>
    </SectionCard>
  );
}

/** Below the buttons, which so keep their place when the list arrives. */
function Columns({ table }: { table: ListedExport }) {
  return (
    <div className={WIDE}>
      <p className="hint">{table.description}</p>
      <details>
        <summary className="sm cursor-pointer">What the columns mean</summary>
        <dl className="sm mt-2 grid gap-1">
          {table.columns.map(({ name, description }) => (
            <div key={name}>
              <dt className="num inline font-label">{name}</dt>
              <dd className="dim ml-2 inline">{description}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

function addressOf(path: string, days: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(days).filter(([, day]) => day !== ""));
  return query.size > 0 ? `${path}?${query}` : path;
}
