import CircleAlert from "lucide-react/icons/circle-alert";
import { useState } from "react";
import { appointments } from "#src/calendar/appointments/contract.ts";
import type { ImportResult } from "#src/calendar/appointments/import-contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { Button } from "#ui/kit/button.tsx";
import { ChooseFile } from "#ui/kit/choose-file.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { base64Of } from "#ui/platform/settings/base64.ts";
import { WIDE } from "#ui/platform/settings/section-card.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { download } from "#ui/shell/data/download.ts";

const SHOWN_ERRORS = 8;

/** Imports the export of another program. */
export function ImportAppointments() {
  const toasts = useToasts();
  const upload = useAct(appointments.importCsv, {
    done: ({ imported, total }) => ({
      title: "Appointments imported",
      description: `Successfully imported ${imported} out of ${total} appointments`,
    }),
    errors: "Failed to import appointments",
  });

  async function choose(file: File) {
    if (/\.csv$/i.test(file.name)) upload.run({ body: { file: await base64Of(file) } });
    else toasts.error("Invalid file type", "Please select a CSV file");
  }

  return (
    <div className={`${WIDE} grid gap-3`}>
      <p className="sm dim">
        A .csv file with the columns ServiceStartDateTime, ServicingClientName, ServiceDisplayName
        and Resource, or an export of Square, Vagaro, Mindbody, Boulevard or Fresha. Services that
        follow one another become one visit. Employee names in the Resource column must match
        existing employees. Existing appointments aren't added again, and canceled ones are skipped.
      </p>
      <div className="flex items-center gap-2 min-w-0">
        {upload.isPending ? (
          <Button busy="Importing...">Import</Button>
        ) : (
          <ChooseFile onChoose={(file) => void choose(file)}>Choose CSV File</ChooseFile>
        )}
      </div>
      {upload.reply && <Outcome result={upload.reply} />}
    </div>
  );
}

function Outcome({ result }: { result: ImportResult }) {
  const { imported, total, alreadyThere, visits, errors, moved = [] } = result;
  return (
    <>
      <p className="sm num" role="status">
        {formatCount(imported, "appointment")} added of {total}.
        {visits !== undefined && ` Together they are ${formatCount(visits, "visit")}.`}
        {alreadyThere > 0 &&
          ` ${formatCount(alreadyThere, "was", "were")} already in the calendar.`}
        {moved.length > 0 &&
          ` ${formatCount(moved.length, "was", "were")} moved because the clocks change: ${rowNumbers(moved)}.`}
      </p>
      {errors.length > 0 && (
        <Note tone="wait" icon={CircleAlert}>
          <p>{formatCount(errors.length, "row was", "rows were")} left out:</p>
          <ul className="num my-1.5">
            {errors.slice(0, SHOWN_ERRORS).map(({ row, reason }) => (
              <li key={row}>
                Row {row}: {reason}
              </li>
            ))}
            {errors.length > SHOWN_ERRORS && <li>and {errors.length - SHOWN_ERRORS} more</li>}
          </ul>
          <Button size="tiny" onClick={() => void save(errors)}>
            Download These Rows
          </Button>
        </Note>
      )}
    </>
  );
}

/** "row 3, row 8" */
function rowNumbers(rows: readonly { row: number }[]): string {
  const shown = rows.slice(0, SHOWN_ERRORS).map(({ row }) => `row ${row}`);
  return shown.join(", ") + (rows.length > SHOWN_ERRORS ? ", …" : "");
}

async function save(errors: ImportResult["errors"]): Promise<void> {
  const { default: Papa } = await import("papaparse");
  const table = [["Row", "Reason"], ...errors.map(({ row, reason }) => [String(row), reason])];
  // Without a byte order mark, Excel does not read the file as UTF-8.
  download(`\ufeff${Papa.unparse(table, { escapeFormulae: true })}`, "appointments-left-out.csv");
}

export function ClearAppointments() {
  const [asking, setAsking] = useState(false);
  const clear = useAct(appointments.clear, {
    done: ({ count }) => ({
      title: "Appointments cleared",
      description: `Successfully cleared ${count} appointments`,
    }),
    onDone: () => setAsking(false),
    errors: "Failed to clear appointments",
  });

  return (
    <>
      <div className={`${WIDE} flex items-center gap-2 min-w-0 flex-wrap`}>
        <p className="sm dim flex-1 min-w-0 basis-60">
          Deletes every appointment for every employee, past and future. Keeps employees and
          clients.
        </p>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Clear All Appointments
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Clear All Appointments?"
        description="This permanently deletes every appointment for every employee. This action cannot be undone."
        action="Yes, Clear All"
        busy={clear.isPending && "Clearing..."}
        error={clear.errorMessage}
        onConfirm={() => clear.run()}
      />
    </>
  );
}
