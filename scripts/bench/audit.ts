import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTransaction, openDatabase } from "#db/connection.ts";
import { migrate } from "#db/migrate.ts";
import { insertUser } from "#db/platform/users.ts";
import { buildLargeAudit } from "#scripts/bench/sql/large-audit.ts";
import type { App, Staff } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { AuditFilter } from "#src/platform/audit/contract.ts";
import { auditKinds, listAudits } from "#src/platform/audit/routes.ts";
import { NEW_USER_PERMISSIONS } from "#src/shared/permissions.ts";
import { openApp } from "./app-on.ts";
import { type Measuring, quantile, type Row, toBudgetRow, toInfoRow } from "./table.ts";

const PEOPLE = 12;
const TIMES = 40;
const WRITTEN = 20_000;

/** Measures the audit log with five rows per contact: pages, each filter, searches, and writing a row. */
export async function auditLog({ rows, contacts }: Measuring): Promise<void> {
  const count = contacts * 5;
  const folder = mkdtempSync(join(tmpdir(), "parlor-audit-"));
  const db = openDatabase(join(folder, "parlor.db"));
  migrate(db);
  const ids = Array.from({ length: PEOPLE }, (_, n) => addPerson(db, n));
  buildLargeAudit(db, count, ids);
  const bytes = (table: string) =>
    db
      .query<{ n: number }, [string]>("select sum(pgsize) as n from dbstat where name like ?")
      .get(table)?.n ?? 0;
  const index = bytes("audit_search%") + bytes("audit_logs_of_%") + bytes("audit_counts%");
  db.close();

  const app = openApp(folder);
  const actor = ids[3] ?? "";
  const asked: readonly (readonly [
    string,
    Partial<AuditFilter>,
    { offset?: number; cursor?: string }?,
  ])[] = [
    ["newest page", {}],
    ["page at offset 10,000", {}, { offset: 10_000 }],
    ["page by cursor, half-way", {}, { cursor: String(count / 2) }],
    ["one action", { action: "contact.create" }],
    ["a rare action", { action: "secrets.rotate" }],
    ["one actor", { actor }],
    ["one actor at offset 10,000", { actor }, { offset: 10_000 }],
    ["system", { actorType: "system" }],
    ["one actor and one action", { actor, action: "contact.create" }],
    ["search an action", { search: "appoint" }],
    ["search an actor", { search: "person3" }],
    ["search a common word", { search: "webhook" }],
    ["search a rare word", { search: "zyzzyva" }],
    ["search a word that is not there", { search: "quokka" }],
    ["search of letters that never meet", { search: "rwebhookn" }],
    ["search with a filter that excludes it", { search: "zyzzyva", action: "secrets.rotate" }],
    ["common word under a filter without it", { search: "webhook", action: "secrets.rotate" }],
    ["common word under a common action", { search: "carrier", action: "contact.create" }],
  ];
  const pages = [];
  for (const [figure, filter, place] of asked)
    pages.push({ figure, ...(await page(app, filter, place)) });
  const slowest = pages.toSorted((a, b) => b.held - a.held)[0];
  if (slowest)
    rows.push(
      toBudgetRow("audit", slowest.held, `${slowest.held.toFixed(1)} ms, ${slowest.figure}`),
      ...pages.map(({ figure, seen }) => toInfoRow(`audit log, ${figure}: loop held, p99`, seen)),
    );
  rows.push(kinds(app), ...writes(app, index, count));
  app.db.close();
  rmSync(folder, { recursive: true });
}

async function page(
  app: App,
  filter: Partial<AuditFilter>,
  place: { offset?: number; cursor?: string } = {},
): Promise<{ held: number; seen: string }> {
  const owner: Staff = {
    id: "owner",
    username: "owner",
    role: "admin",
    permissions: NEW_USER_PERMISSIONS,
    permissionVersion: 1,
    caller: { ip: null, userAgent: null },
  };
  const took: number[] = [];
  const held: number[] = [];
  let found = "";
  for (let time = 0; time < TIMES; time += 1) {
    const loop = watchLoop();
    const started = performance.now();
    const reply = await listAudits(app, owner, {
      search: "",
      limit: 50,
      offset: 0,
      ...filter,
      ...place,
    });
    took.push(performance.now() - started);
    held.push(loop.stop());
    found = `${reply.logs.length} of ${reply.totalIsExact ? "" : "more than "}${reply.total.toLocaleString("en-US")}`;
  }
  const longest = quantile(held, 0.99);
  return {
    held: longest,
    seen: `${longest.toFixed(1)} ms; whole p50 ${quantile(took, 0.5).toFixed(1)}, p99 ${quantile(took, 0.99).toFixed(1)} ms; ${found}`,
  };
}

function kinds(app: App): Row {
  const took = Array.from({ length: TIMES }, () => {
    const started = performance.now();
    auditKinds(app);
    return performance.now() - started;
  });
  const p99 = quantile(took, 0.99);
  return toBudgetRow("audit-kinds", p99, `${p99.toFixed(2)} ms`);
}

function writes(app: App, index: number, count: number): Row[] {
  const metadata = { source: "webhook" };
  const started = performance.now();
  inTransaction(app.db, () => {
    for (let n = 0; n < WRITTEN; n += 1)
      recordSystem(app, { action: "appointment.create", target: ["appointment", n], metadata });
  });
  const each = ((performance.now() - started) * 1000) / WRITTEN;
  return [
    toInfoRow("audit log, CPU of one row, chained, counted and indexed", `${each.toFixed(1)} µs`),
    toInfoRow("audit log, indexes and search", `${(index / count).toFixed(0)} bytes a row`),
  ];
}

/** The longest time that the event loop was blocked since the last reset. */
function watchLoop() {
  let last = performance.now();
  let longest = 0;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 0);
  return {
    stop() {
      clearInterval(timer);
      look();
      return longest;
    },
  };
}

function addPerson(db: Parameters<typeof insertUser>[0], n: number): string {
  const id = Bun.randomUUIDv7();
  insertUser(db, {
    id,
    username: `person${n}`,
    email: `person${n}@example.com`,
    passwordHash: "none",
    role: "user",
    approved: true,
    permissions: NEW_USER_PERMISSIONS,
    createdAt: n,
  });
  return id;
}
