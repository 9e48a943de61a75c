import { writeWhenFree } from "#db/connection.ts";
import { type ListedAudit, listAuditCounts, readAudits } from "#db/platform/audit.ts";
import { readAuditSubjects, type AuditSubject as Subject } from "#db/platform/audit-subjects.ts";
import { allUsers } from "#db/platform/users.ts";
import type { App, Staff } from "#src/app.ts";
import { CSV_START, csvFile, csvFormatter } from "#src/platform/csv.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { maySeeEmployee, seesClients } from "#src/shared/permissions.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { record } from "./audit.ts";
import {
  type AuditFilter,
  type AuditKinds,
  type AuditLog,
  type AuditPage,
  type AuditPageReply,
  type AuditSubject,
  audits,
} from "./contract.ts";
import { findAudits } from "./find-audits.ts";

const PAGE = "/audit-logs";

export const auditModule = defineModule(audits, {
  list: staff(PAGE, ({ app, actor, query }) => listAudits(app, actor, query)),
  kinds: staff(PAGE, ({ app }) => auditKinds(app)),
  exportCsv: admin(({ app, actor, query }) => exportAudits(app, actor, query)),
});

/** Beyond it a search says "more than". */
const MAX_COUNTED = 10_000;
/** Rows examined between two yields to the event loop, which take a few milliseconds. */
const YIELD_EVERY = 1_000;
/** Rows examined at most to count the rest once a page is full. */
const EXAMINED_TO_COUNT = 20_000;
/** A search with few hits ends the page after this many rows; the next page continues there. */
const MAX_EXAMINED = 60_000;
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

export async function listAudits(app: App, actor: Staff, page: AuditPage): Promise<AuditPageReply> {
  // A match on a time would reveal a visit, perhaps with an employee this user may not see.
  const employees = app.hooks.queries.allEmployees(app.db);
  const seesVisits = employees.every(({ id }) => maySeeEmployee(actor, id));
  const found = findAudits(app, page, seesClients(actor) && seesVisits);
  const skip = page.cursor === undefined ? page.offset : 0;
  const counting = found.total === undefined;
  const ids: number[] = [];
  let hits = 0;
  let looked = 0;
  let stoppedAt: number | undefined;
  let ended = true;
  for (const { id, hit } of found.steps(Number(page.cursor ?? Number.MAX_SAFE_INTEGER))) {
    if (hit) {
      hits += 1;
      if (hits > skip && ids.length <= page.limit) ids.push(id);
    }
    looked += 1;
    if (looked % YIELD_EVERY === 0) await Bun.sleep(0);
    const isFull = ids.length > page.limit;
    const counted = hits > MAX_COUNTED || looked >= EXAMINED_TO_COUNT;
    if (isFull && (!counting || page.cursor !== undefined || counted)) {
      ended = false;
      break;
    }
    if (looked >= MAX_EXAMINED) {
      stoppedAt = id;
      ended = false;
      break;
    }
  }

  const pageIds = ids.slice(0, page.limit);
  const more = ids.length > page.limit ? pageIds.at(-1) : stoppedAt;
  const exact = found.total !== undefined || (ended && page.cursor === undefined);
  return {
    logs: toAuditLogs(app, actor, readAudits(app.db, pageIds)),
    total: found.total ?? Math.min(hits, MAX_COUNTED),
    totalIsExact: exact,
    nextCursor: more === undefined ? null : String(more),
  };
}

export function auditKinds(app: App): AuditKinds {
  const counts = new Map<string, number>();
  const ids = new Set<string>();
  for (const { action, actorId, count } of listAuditCounts(app.db)) {
    counts.set(action, (counts.get(action) ?? 0) + count);
    if (actorId !== null) ids.add(actorId);
  }
  return {
    actions: [...counts]
      .map(([action, count]) => ({ action, count }))
      .sort((a, b) => (a.action < b.action ? -1 : 1)),
    actors: allUsers(app.db)
      .filter(({ id }) => ids.has(id))
      .map(({ id, username }) => ({ id, username }))
      .sort((a, b) => a.username.localeCompare(b.username, "en")),
  };
}

/** Yields all rows of a filter in slices, newest first; undefined lets the caller yield to the event loop. */
function* auditSlices(
  app: App,
  filter: AuditFilter,
  slice: number,
): Generator<ListedAudit[] | undefined> {
  let ids: number[] = [];
  let looked = 0;
  for (const { id, hit } of findAudits(app, filter, true).steps(Number.MAX_SAFE_INTEGER)) {
    if (hit) ids.push(id);
    looked += 1;
    if (ids.length === slice) {
      yield readAudits(app.db, ids);
      ids = [];
    } else if (looked % YIELD_EVERY === 0) yield undefined;
  }
  if (ids.length > 0) yield readAudits(app.db, ids);
}

function toAuditLogs(app: App, actor: Staff, rows: readonly ListedAudit[]): AuditLog[] {
  const targets = rows.flatMap(({ targetType, targetId }) =>
    targetType !== null && targetId !== null ? [[targetType, targetId] as const] : [],
  );
  const subjects = new Map(
    readAuditSubjects(app.db, targets).map((one) => [`${one.targetType} ${one.targetId}`, one]),
  );
  const seesAll = seesClients(actor);
  return rows.map((row) => {
    const { visit, ...metadata } = JSON.parse(row.metadata) as Metadata;
    const subject = subjects.get(`${row.targetType} ${row.targetId}`);
    const employeeId = subject?.employeeId ?? visit?.employeeId ?? null;
    const isHidden = employeeId !== null && !maySeeEmployee(actor, employeeId);
    const shown = isHidden ? {} : metadata;
    return {
      ...row,
      subject: subject && !isHidden ? toSubject(subject, visit) : null,
      metadata: seesAll ? shown : maskMetadata(shown),
      createdAt: toIso(row.createdAt),
    };
  });
}

interface Metadata extends Record<string, unknown> {
  /** What `record` stores of a visit. */
  readonly visit?: Pick<Subject, "startsAt" | "service" | "employeeId">;
}

/** A visit has the time and service that it had then; older entries don't store them. */
function toSubject(
  { employeeId: _, startsAt: today, ...subject }: Subject,
  visit: Metadata["visit"],
): AuditSubject {
  const then = { startsAt: visit?.startsAt ?? null, service: visit?.service ?? null };
  return { ...subject, ...then, day: today && dayOf(today) };
}

const HIDDEN = "hidden";

/** Fields whose values Parlor chooses and no person types. All others are hidden. */
const VISIBLE_FIELDS = new Set([
  "as",
  "by",
  "change",
  "changes",
  "fields",
  "kind",
  "type",
  "lineType",
  "pages",
  "path",
  "role",
  "scheduledFor",
  "source",
  "state",
  "status",
]);

/** Returns the metadata as shown to users who may not see clients' names or numbers. */
function maskMetadata(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      name,
      VISIBLE_FIELDS.has(name) ? value : maskTexts(value),
    ]),
  );
}

/** Replaces texts; ids, counts and booleans stay. */
function maskTexts(value: unknown): unknown {
  if (typeof value === "string") return HIDDEN;
  if (Array.isArray(value)) return value.map(maskTexts);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskTexts(one)]));
  return value;
}

function exportAudits(app: App, actor: Staff, filter: AuditFilter): FileReply {
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
