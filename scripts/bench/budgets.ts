/** A limit that the benchmarks check, and what a user would notice if it were missed. */
export interface Budget {
  readonly figure: string;
  readonly notices: string;
  readonly goal?: Goal;
}

type Goal = { readonly unit: string } & ({ readonly most: number } | { readonly least: number });

const most = (limit: number, unit: string): Goal => ({ most: limit, unit });
const least = (limit: number, unit: string): Goal => ({ least: limit, unit });

/** All rows of the table, in its order. The first are those that a user would notice first. */
export const BUDGETS = {
  "paced-cpu": {
    figure: "Sending 225 texts/s to a million: CPU of a core",
    notices: "A small server stays free for its screens while a campaign is sent",
    goal: most(3, "%"),
  },
  "paced-cpu-tabs": {
    figure: "The same with 50 tabs: CPU of a core",
    notices: "Watching a campaign doesn't slow it down",
    goal: most(6, "%"),
  },
  "busy-reads-p99": {
    figure: "Reads during a full-speed campaign and an import: p99",
    notices: "Lists open at once, whatever else the program does",
    goal: most(25, " ms"),
  },
  "busy-reads-median": {
    figure: "Reads during a full-speed campaign and an import: median",
    notices: "Lists open at once, whatever else the program does",
    goal: most(5, " ms"),
  },
  "import-pages": {
    figure: "Pages during an import: p99",
    notices: "The front desk goes on working during an import",
    goal: most(50, " ms"),
  },
  "import-up": {
    figure: "GET /up during an import: p99",
    notices: "Webhooks and calls are answered during an import",
    goal: most(25, " ms"),
  },
  "page-contacts": {
    figure: "/contacts with 100 rows, rendered: pages per CPU second ÷ Next.js",
    notices: "A page opens at once on the smallest server",
    goal: least(6, "×"),
  },
  "page-inbox": {
    figure: "/inbox, rendered: pages per CPU second ÷ Next.js",
    notices: "A page opens at once on the smallest server",
    goal: least(6, "×"),
  },
  "page-dashboard": {
    figure: "Dashboard, rendered: pages per CPU second ÷ Next.js",
    notices: "A page opens at once on the smallest server",
    goal: least(6, "×"),
  },
  "page-settings": {
    figure: "A settings page ÷ the dashboard: CPU",
    notices: "Settings open as fast as any other page",
    goal: most(2, "×"),
  },
  import: {
    figure: "Import over HTTP, searchable at the end ÷ sqlite3's own import",
    notices: "A salon moves in within a minute",
    goal: most(2.5, "×"),
  },
  "paced-memory": {
    figure: "225 texts/s to a million, 50 tabs: peak memory",
    notices: "The smallest server is large enough",
    goal: most(120, " MB"),
  },
  "flat-memory": {
    figure: "Full speed to a million, 50 tabs: peak memory",
    notices: "The smallest server is large enough",
    goal: most(200, " MB"),
  },
  "flat-block": {
    figure: "Full speed to a million: longest block of the event loop",
    notices: "No request waits for a campaign",
    goal: most(50, " ms"),
  },
  "flat-up": {
    figure: "Full speed to a million: GET /up, p99",
    notices: "No request waits for a campaign",
    goal: most(25, " ms"),
  },
  "flat-speed": {
    figure: "Full speed to a million: texts per second",
    notices: "Only the carrier limits the speed of a campaign",
  },
  "pipeline-bare": {
    figure: "Send pipeline ÷ a loop over the same client without a database",
    notices: "Only the carrier limits the speed of a campaign",
    goal: least(0.75, "×"),
  },
  "pipeline-bullmq-bun": {
    figure: "Send pipeline ÷ BullMQ on Bun",
    notices: "Only the carrier limits the speed of a campaign",
    goal: least(2.5, "×"),
  },
  "pipeline-bullmq-node": {
    figure: "Send pipeline ÷ BullMQ on Node",
    notices: "Only the carrier limits the speed of a campaign",
    goal: least(6, "×"),
  },
  "pipeline-cpu": {
    figure: "CPU of a text at full speed ÷ the bare loop",
    notices: "Only the carrier limits the speed of a campaign",
    goal: most(1.4, "×"),
  },
  "pace-kept": {
    figure: "Pace kept for 60 s at 1, 15, 60 and 225 texts/s: the slowest",
    notices: "A campaign takes as long as its estimate says",
    goal: least(99.5, "%"),
  },
  "pace-excess": {
    figure: "Texts above the pace in any second, at the same paces",
    notices: "The carrier never slows the salon down",
    goal: most(0, ""),
  },
  "chat-behind-slow": {
    figure: "A chat during a campaign of one text per 90 s, from press to carrier: p99",
    notices: "A reply to a client leaves at once during a campaign",
    goal: most(250, " ms"),
  },
  "chat-behind-fast": {
    figure: "A chat during a campaign of 225 texts/s, from press to carrier: p99",
    notices: "A reply to a client leaves at once during a campaign",
    goal: most(250, " ms"),
  },
  "contacts-page": {
    figure: "Contacts page of 100 (JSON, session checked) at a million: CPU",
    notices: "Scrolling a long list never stalls",
    goal: most(250, " µs"),
  },
  "contacts-flat": {
    figure: "The same from 10,000 contacts up: slowest ÷ fastest",
    notices: "A large salon is as fast as a small one",
    goal: most(1.5, "×"),
  },
  "search-hit": {
    figure: "Contacts search at a million, common name: SQL p99",
    notices: "Results appear while typing",
    goal: most(2, " ms"),
  },
  "search-rare": {
    figure: "Contacts search at a million, a phone number: SQL p99",
    notices: "Results appear while typing",
    goal: most(2, " ms"),
  },
  "search-miss": {
    figure: "Contacts search at a million, no result: SQL p99",
    notices: "Results appear while typing",
    goal: most(2, " ms"),
  },
  "search-one": {
    figure: "Contacts search at a million, one letter: SQL p99",
    notices: "Results appear while typing",
    goal: most(2, " ms"),
  },
  "search-two": {
    figure: "Contacts search at a million, two letters: SQL p99",
    notices: "Results appear while typing",
    goal: most(2, " ms"),
  },
  "client-by-name": {
    figure: "A client by name, as callers say it, at a million: p99",
    notices: "The assistant recognizes a caller without a pause",
    goal: most(50, " ms"),
  },
  inbox: {
    figure: "Inbox list and thread, 10 million texts ÷ bare SQL",
    notices: "A conversation opens at once after years of texts",
    goal: most(2, "×"),
  },
  "inbox-flat": {
    figure: "The same from 10,000 contacts up: slowest ÷ fastest",
    notices: "A large salon is as fast as a small one",
    goal: most(1.5, "×"),
  },
  stats: {
    figure: "Totals of the dashboard ÷ a read by key",
    notices: "The dashboard is always current",
    goal: most(10, "×"),
  },
  progress: {
    figure: "Progress of a campaign ÷ a read by key",
    notices: "The dashboard is always current",
    goal: most(10, "×"),
  },
  "slots-cpu": {
    figure: "Free times of 20 employees for a month, a million appointments: CPU",
    notices: "Online booking shows its times at once",
    goal: most(20, " ms"),
  },
  "slots-block": {
    figure: "The same: longest block of the event loop",
    notices: "Clients who book don't slow the front desk down",
    goal: most(5, " ms"),
  },
  day: {
    figure: "A day of 200 at a million appointments ÷ bare SQL",
    notices: "Turning the calendar's pages is immediate",
    goal: most(3, "×"),
  },
  "day-flat": {
    figure: "The same from 10,000 appointments up",
    notices: "A large salon is as fast as a small one",
    goal: most(1.5, "×"),
  },
  tick: {
    figure: "A tick of reminders or thank-yous without work, a million appointments",
    notices: "An idle server stays idle",
    goal: most(20, " µs"),
  },
  "js-staff": {
    figure: "JavaScript of the largest staff page, gzip",
    notices: "The first page opens on a slow phone",
    goal: most(145, " KB"),
  },
  "js-public": {
    figure: "JavaScript of the largest client or sign-in page, gzip",
    notices: "A client's first page opens on a slow phone",
    goal: most(100, " KB"),
  },
  "lighthouse-staff": {
    figure: "Lighthouse performance, lowest staff page",
    notices: "The first page opens on a slow phone",
    goal: least(85, ""),
  },
  "lighthouse-clients": {
    figure: "Lighthouse performance, lowest client page",
    notices: "A client's first page opens on a slow phone",
    goal: least(95, ""),
  },
  "tabs-cpu": {
    figure: "50 quiet tabs: CPU of a core",
    notices: "Open screens cost nothing",
    goal: most(0.5, "%"),
  },
  "tabs-bytes": {
    figure: "50 quiet tabs: traffic",
    notices: "Open screens cost nothing",
    goal: most(5, " KB/s"),
  },
  "tabs-change": {
    figure: "A change appears in 50 tabs: p99",
    notices: "Colleagues see each other's changes at once",
    goal: most(100, " ms"),
  },
  start: {
    figure: "First page after the start",
    notices: "A restart goes unnoticed",
    goal: most(60, " ms"),
  },
  idle: {
    figure: "Resident memory, idle",
    notices: "The smallest server is large enough",
    goal: most(60, " MB"),
  },
  "bytes-contact": {
    figure: "Database: bytes per contact, with search",
    notices: "Backups stay small",
    goal: most(200, ""),
  },
  "bytes-message": {
    figure: "Database: bytes per message, with search",
    notices: "Backups stay small",
    goal: most(150, ""),
  },
  "bytes-sent": {
    figure: "Database: bytes per sent recipient, with its own text",
    notices: "Backups stay small",
    goal: most(150, ""),
  },
  scan: {
    figure: "Deliverability scan of 50,000 texts, local part",
    notices: "A scan doesn't slow the front desk down",
    goal: most(300, " ms"),
  },
  "scan-slice": {
    figure: "The same: longest slice, p99",
    notices: "A scan doesn't slow the front desk down",
    goal: most(5, " ms"),
  },
  audit: {
    figure: "Audit log of 5 million rows, any filter: event loop held, p99",
    notices: "Searching the log doesn't slow the front desk down",
    goal: most(10, " ms"),
  },
  "audit-kinds": {
    figure: "Audit log, what to filter by: p99",
    notices: "The log's filters open at once",
    goal: most(5, " ms"),
  },
  calls: {
    figure: "50 calls at once, Parlor's part of an answer: p99",
    notices: "The assistant answers without a pause",
    goal: most(10, " ms"),
  },
  "calls-block": {
    figure: "50 calls at once: longest block of the event loop",
    notices: "The assistant answers without a pause",
    goal: most(50, " ms"),
  },
  "sign-ins": {
    figure: "16 sign-ins at once: GET /up, p99",
    notices: "Checking passwords doesn't slow the front desk down",
    goal: most(10, " ms"),
  },
  "capacity-cpu": {
    figure: "Largest salon, everything at once: CPU of two cores",
    notices: "One small server is enough for any salon",
  },
  "capacity-memory": {
    figure: "Largest salon, everything at once: peak memory",
    notices: "One small server is enough for any salon",
  },
  "capacity-pages": {
    figure: "Largest salon, everything at once: pages, p99",
    notices: "One small server is enough for any salon",
  },
  "capacity-api": {
    figure: "Largest salon, everything at once: API, p99",
    notices: "One small server is enough for any salon",
  },
  "capacity-salons": {
    figure: "Ordinary salons whose load this equals",
    notices: "One small server is enough for any salon",
  },
} as const satisfies Readonly<Record<string, Budget>>;

export type BudgetId = keyof typeof BUDGETS;
