import { deepStrictEqual } from "node:assert/strict";
import { findContact } from "#db/clients/contacts.ts";
import { searchContacts } from "#db/clients/contacts-list.ts";
import { findCampaign } from "#db/messaging/campaigns.ts";
import { listConversations } from "#db/messaging/conversations.ts";
import { threadBefore } from "#db/messaging/messages-thread.ts";
import type { App } from "#src/app.ts";
import { readStats } from "#src/messaging/dashboard/routes.ts";
import { openApp } from "./app-on.ts";
import { type Answered, sendRequests, type Target } from "./load.ts";
import { directus } from "./peers/directus.ts";
import { contactOf, expressWithPostgres, type Peer, SAME_PATHS } from "./peers/postgres.ts";
import { type Served, serveSalon, startScript } from "./salon-server.ts";
import {
  formatGrowth,
  type Measuring,
  median,
  quantile,
  type Row,
  toBudgetRow,
  toInfoRow,
} from "./table.ts";

const REQUESTS = 2_000;
/** Peers take twenty times as long. */
const PEER_REQUESTS = 200;

/** Measures contacts, search, inbox and totals at three sizes, compared with Express and Directus in the same run. */
export async function lists({ rows, contacts, servers, install }: Measuring): Promise<void> {
  const sizes = [...new Set([10_000, Math.min(100_000, contacts), contacts])];
  const served: Served[] = [];
  for (const size of sizes) served.push(await serveSalon(size, { passive: true }));
  servers.push(...served);
  const large = served.at(-1);
  if (!large) throw new Error("no size to measure");
  const express = await expressWithPostgres(large.folder, contacts, install);
  const peers = [express, await directus(express, install)];
  servers.push(...installedPeers(peers));
  if (typeof express !== "string") await compareAnswers(large, express, contacts);

  const bare = await startScript("least-lists.ts", large.folder);
  servers.push(bare);
  const least: Target = {
    name: "The least",
    url: bare.url,
    pids: [bare.pid],
    headers: { cookie: large.cookie },
  };

  const ours = served.map((server, at) => parlor(server, sizes[at] ?? 0));
  rows.push(...(await contactsPage(ours, sizes, peers, least)));
  rows.push(...(await search(ours, sizes, peers)));
  rows.push(...(await inbox(ours, sizes, peers, least)));
  rows.push(...(await totals(ours.at(-1), contacts, peers)));
  for (const server of served) await server.stop();
}

interface Ours extends Target {
  readonly app: App;
}

function parlor(server: Served, contacts: number): Ours {
  const app = openApp(server.folder);
  const name = `Parlor at ${contacts.toLocaleString("en-US")}`;
  return { name, url: server.url, pids: [server.pid], headers: { cookie: server.cookie }, app };
}

/** @throws Error when the peer's JSON differs, other than a search's: it finds no other spelling */
async function compareAnswers(server: Served, peer: Peer, contacts: number): Promise<void> {
  const [id = 0] = spreadIds(contacts);
  for (const path of [
    SAME_PATHS.contacts(contacts),
    SAME_PATHS.contacts(id),
    SAME_PATHS.conversations,
    SAME_PATHS.thread(1),
    SAME_PATHS.stats,
  ]) {
    const response = await fetch(peer.url + path, { headers: peer.headers });
    deepStrictEqual(await response.json(), await server.json(path), path);
  }
}

type Peers = readonly (Peer | string)[];

async function contactsPage(
  ours: readonly Ours[],
  sizes: readonly number[],
  peers: Peers,
  bare: Target,
): Promise<Row[]> {
  const seen = await sendRequests([
    ...[...ours, bare].map((target, at) => ({
      target,
      paths: spreadIds(sizes[at] ?? sizes.at(-1) ?? 0).map(SAME_PATHS.contacts),
      count: REQUESTS,
    })),
    ...installedPeers(peers).map((target) => ({
      target,
      paths: spreadIds(sizes.at(-1) ?? 0).map(target.contacts),
      count: PEER_REQUESTS,
    })),
  ]);
  const costs = ours.map(({ name }) => seen.get(name)?.cpu ?? Number.NaN);
  const [least = Number.NaN, most = Number.NaN] = [Math.min(...costs), Math.max(...costs)];
  const each = costs
    .map((cost, at) => `${formatCount(sizes[at] ?? 0)} ${cost.toFixed(0)}`)
    .join(", ");
  return [
    toBudgetRow(
      "contacts-page",
      costs.at(-1) ?? Number.NaN,
      `${each} µs`,
      seen.get(bare.name)?.cpu,
    ),
    toBudgetRow("contacts-flat", most / least, formatGrowth(sizes, costs)),
    ...compareWithPeers("contacts page", costs.at(-1) ?? Number.NaN, peers, seen),
  ];
}

async function search(
  ours: readonly Ours[],
  sizes: readonly number[],
  peers: Peers,
): Promise<Row[]> {
  const target = ours.at(-1);
  if (!target) return [];
  const rows: Row[] = [];
  for (const kind of KINDS) {
    const terms = termsOf(kind, sizes.at(-1) ?? 0);
    const took = ours.map(({ app }, at) =>
      termsOf(kind, sizes[at] ?? 0).flatMap((term) =>
        [1, 2, 3].map(() => measureMicroseconds(() => searchContacts(app.db, term, 101))),
      ),
    );
    const seen = await sendRequests([
      { target, paths: terms.map(SAME_PATHS.search), count: REQUESTS / 2 },
      ...installedPeers(peers).map((peer) => ({
        target: peer,
        paths: terms.map(peer.search),
        count: PEER_REQUESTS / 2,
      })),
    ]);
    const own = seen.get(target.name);
    const p99 = quantile(took.at(-1) ?? [], 0.99);
    const growth = formatGrowth(sizes, took.map(median));
    rows.push(
      toBudgetRow(
        `search-${kind}`,
        p99 / 1000,
        `${(p99 / 1000).toFixed(2)} ms, median ${(median(took.at(-1) ?? []) / 1000).toFixed(2)} (by size ${growth}); request p99 ${own?.p99.toFixed(1)} ms`,
      ),
      ...compareWithPeers(`contacts search, ${kind}`, own?.cpu ?? Number.NaN, peers, seen),
    );
  }
  return rows;
}

const KINDS = ["hit", "rare", "miss", "one", "two"] as const;

/** What is searched for among this many contacts: a hundred terms of a kind. */
function termsOf(kind: (typeof KINDS)[number], contacts: number): string[] {
  const terms = {
    hit: (n: number) => ["Smith", "Garcia", "Okafor", "Priya", "Chloe", "Mar"][n % 6] ?? "",
    rare: (n: number) => `+${12_000_000_000 + n * 7}`,
    miss: (n: number) => `Zy${n.toString(36)}xq`,
    one: (n: number) => "abcdefghijklmnopqrstuvwxyz0123456789"[n % 36] ?? "",
    two: (n: number) => ["Ma", "Li", "Wu", "Ng", "40", "zz"][n % 6] ?? "",
  };
  return spreadIds(contacts).map(terms[kind]);
}

async function inbox(
  ours: readonly Ours[],
  sizes: readonly number[],
  peers: Peers,
  bare: Target,
): Promise<Row[]> {
  const newest = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
  const ratios: number[] = [];
  let least: number | undefined;
  const costs: number[] = [];
  const conversations = (contacts: number) => spreadIds(Math.floor(contacts / 10));
  const seen = await sendRequests([
    ...[...ours, bare].map((target, at) => ({
      target,
      paths: chats(conversations(sizes[at] ?? sizes.at(-1) ?? 0)),
      count: REQUESTS,
    })),
    ...installedPeers(peers).map((target) => ({
      target,
      paths: conversations(sizes.at(-1) ?? 0).flatMap((n) => [
        target.conversations,
        target.thread(n),
      ]),
      count: PEER_REQUESTS,
    })),
  ]);
  for (const [at, { app, name }] of ours.entries()) {
    const ids = conversations(sizes[at] ?? 0);
    const sql = ids.map(
      (n) =>
        measureMicroseconds(() => listConversations(app.db, newest, 51)) +
        measureMicroseconds(() => threadBefore(app.db, contactOf(n), newest, 51)),
    );
    // A pair of requests is one list and one thread.
    const pair = (seen.get(name)?.cpu ?? Number.NaN) * 2;
    costs.push(pair);
    ratios.push(pair / median(sql));
    least = ((seen.get(bare.name)?.cpu ?? Number.NaN) * 2) / median(sql);
  }
  const most = Math.max(...costs) / Math.min(...costs);
  return [
    toBudgetRow(
      "inbox",
      ratios.at(-1) ?? Number.NaN,
      `${ratios.at(-1)?.toFixed(2)}× (${costs.at(-1)?.toFixed(0)} µs for both requests)`,
      least,
    ),
    toBudgetRow("inbox-flat", most, formatGrowth(sizes, costs)),
    ...compareWithPeers("inbox, list and thread", (costs.at(-1) ?? Number.NaN) / 2, peers, seen),
  ];
}

/** Alternates list and thread. */
function chats(ids: readonly number[]): string[] {
  return ids.flatMap((id) => [SAME_PATHS.conversations, SAME_PATHS.thread(id)]);
}

async function totals(target: Ours | undefined, contacts: number, peers: Peers): Promise<Row[]> {
  if (!target) return [];
  const { db } = target.app;
  const byKey = median(
    spreadIds(contacts).map((id) => measureMicroseconds(() => findContact(db, id))),
  );
  const stats = median(
    spreadIds(contacts).map(() => measureMicroseconds(() => readStats(target.app))),
  );
  const progress = median(
    spreadIds(contacts).map((n) => measureMicroseconds(() => findCampaign(db, 1 + (n % 9)))),
  );
  const seen = await sendRequests([
    { target, paths: ["/api/stats"], count: REQUESTS },
    ...installedPeers(peers).map((peer) => ({ target: peer, paths: [peer.stats], count: 5 })),
  ]);
  const line = (id: "stats" | "progress", took: number) =>
    toBudgetRow(
      id,
      took / byKey,
      `${(took / byKey).toFixed(1)}× (${took.toFixed(1)} of ${byKey.toFixed(1)} µs)`,
    );
  return [
    line("stats", stats),
    line("progress", progress),
    ...compareWithPeers("stats", seen.get(target.name)?.cpu ?? Number.NaN, peers, seen),
  ];
}

function compareWithPeers(
  what: string,
  own: number,
  peers: Peers,
  seen: Map<string, Answered>,
): Row[] {
  return peers.map((peer) => {
    if (typeof peer === "string") return toInfoRow(what, peer);
    const cpu = seen.get(peer.name)?.cpu;
    if (cpu === undefined) return toInfoRow(`${what}: ${peer.name}`, "not measured");
    return toInfoRow(
      `${what}: ${peer.name} ÷ Parlor`,
      `${(cpu / own).toFixed(1)}× (${cpu.toFixed(0)} of ${own.toFixed(0)} µs CPU), p99 ${seen.get(peer.name)?.p99.toFixed(1)} ms`,
    );
  });
}

function installedPeers(peers: Peers): Peer[] {
  return peers.filter((peer) => typeof peer !== "string");
}

/** A hundred integers spread from 1 to `most`. */
function spreadIds(most: number): number[] {
  return Array.from({ length: 100 }, (_, n) => 1 + ((n * 7_919_777) % most));
}

/** Microseconds. */
function measureMicroseconds(work: () => unknown): number {
  const started = performance.now();
  work();
  return (performance.now() - started) * 1000;
}

function formatCount(count: number): string {
  return count >= 1_000_000 ? `${count / 1_000_000}M` : `${count / 1000}k`;
}
