import type { App, Staff } from "#src/app.ts";
import { CSV_START, type CsvCell, csvFile, csvFormatter } from "#src/platform/csv.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import type { Range, Report } from "./contract.ts";
import { createReport } from "./report.ts";

const HEADER = ["Group", "Name", "Visits or bookings", "Revenue"];

/** The report as one CSV. @throws Problem 400 for the range */
export async function exportReport(app: App, actor: Staff, range: Range): Promise<FileReply> {
  const report = await createReport(app, actor, range);
  const csv = await csvFormatter();
  const content = `${CSV_START}${csv([HEADER, ...toRows(report)])}`;
  return csvFile(`report-${range.from}-to-${range.to}`, content);
}

function toRows(report: Report): CsvCell[][] {
  const { visits, noShows, canceled, revenue, keptDeposits } = report;
  return [
    ["All", "Visits", visits, revenue],
    ["All", "No-shows", noShows, null],
    ["All", "Canceled", canceled, null],
    ["All", "Kept deposits", null, keptDeposits],
    ...report.byEmployee.map((one) => ["Employee", one.name, one.visits, one.revenue]),
    ...report.byService.map((one) => ["Service", one.name, one.visits, one.revenue]),
    ...report.campaigns.map((one) => ["Campaign", one.name, one.bookings, one.revenue]),
  ];
}
