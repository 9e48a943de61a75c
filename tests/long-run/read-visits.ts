import { formatLongTime } from "#src/shared/long-date.ts";
import type { StandInProcess } from "#tests/support/stand-in-process.ts";
import { compare, type Finding, type Row } from "./finding.ts";

type Text = Awaited<ReturnType<StandInProcess["log"]>>[number];

const BY_CLIENTS = new Set(["online", "waitlist"]);
const OPEN = new Set(["booked", "confirmed", "arrived"]);

export function readVisits(rows: readonly Row[], accepted: readonly Text[]): Finding[] {
  const byClients = rows.filter(({ source = "" }) => BY_CLIENTS.has(source));
  // Clients from the waitlist get no link to change their visit.
  const online = byClients.filter(({ source }) => source === "online");
  const links = new Set(
    accepted.flatMap(({ to, body }) => {
      const [, id] = /\/book\/(\d+)-/.exec(body) ?? [];
      return id && /booked/i.test(body) ? [`${to} ${id}`] : [];
    }),
  );
  const untold = byClients.filter(
    (row) => OPEN.has(row["status"] ?? "") && !wasTold(row, accepted),
  );
  const open = rows.filter(({ status = "" }) => OPEN.has(status));
  return [
    {
      what: "online bookings that clients were told of",
      outside: links.size,
      parlor: online.length,
      differences: compare(
        [...links].map((link) => link.split(" ")[0] ?? ""),
        online.map(({ phone }) => phone ?? ""),
      ),
    },
    {
      what: "visits at a time that the client was not told",
      outside: 0,
      parlor: untold.length,
      differences: untold.map(
        ({ id, phone, start, source }) => `${id} ${phone} ${start} ${source}`,
      ),
    },
    {
      what: "visits that overlap another one of the same employee",
      outside: 0,
      parlor: 0,
      differences: overlaps(open),
    },
  ];
}

function wasTold({ phone, start = "" }: Row, accepted: readonly Text[]): boolean {
  const when = formatLongTime(start);
  return accepted.some(({ to, body }) => to === phone && body.includes(when));
}

function overlaps(rows: readonly Row[]): string[] {
  const sorted = rows.toSorted((a, b) => (a["start"] ?? "").localeCompare(b["start"] ?? ""));
  const last = new Map<string, Row>();
  return sorted.flatMap((row) => {
    const { employee = "", start = "", end = "" } = row;
    const before = last.get(employee);
    if (!before || (before["end"] ?? "") < end) last.set(employee, row);
    return before && (before["end"] ?? "") > start
      ? [`${employee}: ${before["id"]} until ${before["end"]}, ${row["id"]} from ${start}`]
      : [];
  });
}
