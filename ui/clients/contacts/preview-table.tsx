import CircleMinus from "lucide-react/icons/circle-minus";
import { CSV_PREVIEW_ROWS } from "#src/shared/constants.ts";
import { type Mapping, type ReadRow, readRow } from "#src/shared/contact-csv/csv-columns.ts";
import { CONTACT_DETAILS, fieldOf, formatField } from "#src/shared/contact-fields.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Table } from "#ui/kit/table.tsx";
import { type CsvFile, columnsOf } from "./csv-file.ts";
import type { ImportCheck, RowCheck } from "./import-check.ts";

interface PreviewTableProps {
  file: CsvFile;
  mapping: Mapping;
  check: ImportCheck;
}

/** A preview of the first rows; the raw numbers and optional columns are hidden on a phone. */
export function PreviewTable({ file, mapping, check }: PreviewTableProps) {
  const columns = columnsOf(file, mapping);
  const rows = file.rows
    .slice(0, CSV_PREVIEW_ROWS)
    .map((source) => ({ source, row: readRow(source.cells, columns) }));
  // A column for the whole name leaves the last names empty.
  const hasLastNames = rows.some(({ row }) => row.lastName !== "");
  const extras = EXTRAS.filter(
    ({ columns, read }) =>
      columns.some((column) => mapping[column] !== undefined) &&
      rows.some(({ row }) => read(row) !== ""),
  );
  return (
    <div>
      <div className="flex items-center gap-2 min-w-0 mb-2">
        <h3 className="label">Preview</h3>
        <span className="xs faint">
          {file.rows.length > rows.length && "First "}
          {formatCount(rows.length, "row")}
        </span>
      </div>
      <div className="overflow-x-auto rounded-lg border border-line bg-raised">
        <Table
          label="Preview"
          className="[&_td]:h-9.5 [&_.badge]:h-auto [&_.badge]:min-w-44 [&_.badge]:whitespace-normal phone:[&_.badge]:min-w-0"
        >
          <thead>
            <tr>
              <th scope="col">{hasLastNames ? "First name" : "Name"}</th>
              {hasLastNames && <th scope="col">Last name</th>}
              <th scope="col" className="phone:hidden">
                In your file
              </th>
              <th scope="col">In Parlor</th>
              {extras.map(({ heading }) => (
                <th key={heading} scope="col" className="phone:hidden">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ source, row }, at) => {
              const typed =
                mapping.phoneNumber === undefined ? "" : (source.cells[mapping.phoneNumber] ?? "");
              return (
                <tr
                  key={source.number}
                  className={classes(check.rows[at]?.problem && "text-ink-3")}
                >
                  <td>{row.firstName}</td>
                  {hasLastNames && <td>{row.lastName}</td>}
                  <td className="num whitespace-nowrap phone:hidden">{typed.trim() || "Empty"}</td>
                  <td className="num">
                    <SavedNumber check={check.rows[at]} />
                  </td>
                  {extras.map(({ heading, read }) => (
                    <td key={heading} className="phone:hidden">
                      {read(row)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </Table>
      </div>
    </div>
  );
}

interface Extra {
  readonly heading: string;
  readonly columns: readonly (keyof Mapping)[];
  readonly read: (row: ReadRow) => string;
}

const EXTRAS: readonly Extra[] = [
  {
    heading: "Texts",
    columns: ["texting"],
    read: ({ optOut, appointmentsOnly }) =>
      optOut ? "Opted out" : appointmentsOnly ? "Appointments only" : "",
  },
  ...CONTACT_DETAILS.map((detail) => ({
    heading: fieldOf(detail).heading,
    columns: [detail],
    read: (row: ReadRow) => formatField(detail, row[detail]),
  })),
  { heading: "Tags", columns: ["tags"], read: ({ tags }) => tags?.join(", ") ?? "" },
];

/** Empty until the server has read the number. */
function SavedNumber({ check }: { check: RowCheck | undefined }) {
  if (!check) return null;
  if (check.problem === undefined) return formatPhone(check.phoneNumber);
  return (
    <Badge tone="wait" icon={CircleMinus}>
      {check.reason}
    </Badge>
  );
}
