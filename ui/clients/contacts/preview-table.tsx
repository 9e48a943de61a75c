import CircleMinus from "lucide-react/icons/circle-minus";
import { CSV_PREVIEW_ROWS } from "#src/shared/constants.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Table } from "#ui/kit/table.tsx";
import type { Mapping } from "./csv-columns.ts";
import { type CsvFile, readRow } from "./csv-rows.ts";

/** A preview of the first rows; the raw values are hidden on a phone. */
export function PreviewTable({ file, mapping }: { file: CsvFile; mapping: Mapping }) {
  const rows = file.rows.slice(0, CSV_PREVIEW_ROWS);
  return (
    <div>
      <div className="row mb-2">
        <h3 className="label">Preview</h3>
        <span className="xs faint">First {CSV_PREVIEW_ROWS} rows</span>
      </div>
      <div className="overflow-hidden rounded-lg border border-line bg-raised">
        <Table label={`Preview of the first ${CSV_PREVIEW_ROWS} rows`} className="[&_td]:h-9.5">
          <thead>
            <tr>
              <th scope="col">First name</th>
              <th scope="col">Last name</th>
              <th scope="col" className="phone:hidden">
                In the file
              </th>
              <th scope="col">Saved as</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <PreviewRow key={row.number} row={row} mapping={mapping} />
            ))}
          </tbody>
        </Table>
      </div>
    </div>
  );
}

function PreviewRow({ row, mapping }: { row: CsvFile["rows"][number]; mapping: Mapping }) {
  const { firstName, lastName, phoneNumber } = readRow(row, mapping);
  const written = mapping.phoneNumber === undefined ? "" : (row.cells[mapping.phoneNumber] ?? "");
  return (
    <tr className={classes(phoneNumber === "" && "text-ink-3")}>
      <td>{firstName}</td>
      <td>{lastName}</td>
      <td className="num phone:hidden">{written.trim() || "Empty"}</td>
      <td className="num">
        {phoneNumber ||
          (mapping.phoneNumber !== undefined && (
            <Badge tone="wait" icon={CircleMinus}>
              No phone, left out
            </Badge>
          ))}
      </td>
    </tr>
  );
}
