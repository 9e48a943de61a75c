import { writeWhenFree } from "#db/connection.ts";
import type { ListedAudit } from "#db/platform/audit-list.ts";
import type { App, Staff } from "#src/app.ts";
import { CSV_START, csvFile, csvFormatter } from "#src/platform/csv.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { record } from "./audit.ts";
import type { AuditFilter } from "./contract.ts";
import { auditSlices } from "./list.ts";

/** Rows per slice, so that a log of millions does not fill the memory. */
const SLICE = 1_000;

const HEADER = [
  "Time (UTC)",
  "Action",
  "Actor type",
  "Actor",
  "Actor ID",
  "Target type",
  "Target ID",
  "IP address",
  "Browser",
  "Metadata",
];

/** Exports the whole filtered list as CSV. */
export function exportAudits(app: App, actor: Staff, filter: AuditFilter): FileReply {
  const day = new Date(app.now()).toISOString().slice(0, 10);
  return csvFile(`audit-logs-${day}`, csvRows(app, actor, filter));
}

async function* csvRows(app: App, actor: Staff, filter: AuditFilter): AsyncGenerator<string> {
  const csv = await csvFormatter();
  let count = 0;
  try {
    yield `${CSV_START}${csv([HEADER])}`;
    for (const slice of auditSlices(app, filter, SLICE)) {
      if (slice) {
        yield csv(slice.map(toCells));
        count += slice.length;
      }
      await Bun.sleep(0);
    }
  } finally {
    // Also after an interrupted download, because the rows sent so far have left the server.
    const { search, ...others } = filter;
    const metadata = { ...others, searched: search !== "", count };
    await writeWhenFree(app.db, () => record(app, actor, { action: "audit.export", metadata }));
  }
}

function toCells(row: ListedAudit): string[] {
  return [
    toIso(row.createdAt),
    row.action,
    row.actorType,
    row.actorName ?? "",
    row.actorId ?? "",
    row.targetType ?? "",
    row.targetId ?? "",
    row.ipAddress ?? "",
    row.userAgent ?? "",
    row.metadata === "{}" ? "" : row.metadata,
  ];
}
