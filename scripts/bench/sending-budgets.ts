import { type Budget, least, most } from "./budget.ts";

/** Goals of sending and importing, and of what goes on meanwhile. */
export const SENDING_BUDGETS = {
  "paced-cpu": {
    figure: "Sending 225 texts/s to a million: CPU of a core",
    limit: "the SDK, and two durable rows for each text",
    notices: "A small server stays free for its screens while a campaign is sent",
    goal: most(5, "%"),
  },
  "paced-cpu-tabs": {
    figure: "The same with 50 tabs: CPU of a core",
    notices: "Watching a campaign doesn't slow it down",
    goal: most(7, "%"),
  },
  "paced-cpu-receipts": {
    figure: "Sending with two receipts for each text: CPU of a core",
    limit: "the same, the SDK's check of signatures, and a row for each receipt",
    notices: "What arrived is known at once, and costs little",
    goal: most(14, "%"),
  },
  "busy-reads-p99": {
    figure: "Reads beside 225 texts/s, an import and 50 tabs: p99",
    limit: "an idle program that answers one number, beside the same",
    notices: "Lists open at once, whatever else the program does",
    goal: most(25, " ms"),
  },
  "busy-reads-median": {
    figure: "Reads beside 225 texts/s, an import and 50 tabs: median",
    limit: "the same program",
    notices: "Lists open at once, whatever else the program does",
    goal: most(3, " ms"),
  },
  "busy-writes-p99": {
    figure: "Sending a chat beside the same: p99",
    notices: "The front desk goes on working, whatever else the program does",
    goal: most(100, " ms"),
  },
  "import-pages": {
    figure: "Pages during an import: p99",
    notices: "The front desk goes on working during an import",
    goal: most(60, " ms"),
  },
  "import-up": {
    figure: "GET /up during an import: p99",
    notices: "Webhooks and calls are answered during an import",
    goal: most(25, " ms"),
  },
  "page-react": {
    figure: "/contacts, /inbox, dashboard and a settings page: CPU ÷ React's own rendering",
    limit:
      "renderToString of the same tree, its data through React Query and as JSON, and compression",
    notices: "A page opens at once on the smallest server",
    goal: most(1.4, "×"),
  },
  "page-cpu": {
    figure: "The slowest of them: CPU",
    notices: "A page opens at once on the smallest server",
    goal: most(3.5, " ms"),
  },
  "page-contacts": {
    figure: "/contacts with 100 rows, rendered: pages per CPU second ÷ Next.js",
    limit: "Next.js standalone",
    notices: "A page opens at once on the smallest server",
    goal: least(2, "×"),
  },
  "page-inbox": {
    figure: "/inbox, rendered: pages per CPU second ÷ Next.js",
    limit: "Next.js standalone",
    notices: "A page opens at once on the smallest server",
    goal: least(2, "×"),
  },
  "page-dashboard": {
    figure: "Dashboard, rendered: pages per CPU second ÷ Next.js",
    limit: "Next.js standalone",
    notices: "A page opens at once on the smallest server",
    goal: least(2, "×"),
  },
  "page-settings": {
    figure: "A settings page ÷ the dashboard: CPU",
    limit: "the dashboard",
    notices: "Settings open as fast as any other page",
    goal: most(2, "×"),
  },
  import: {
    figure: "Import over HTTP, searchable at the end ÷ sqlite3's own import",
    limit: "sqlite3 filling all tables that an import fills",
    notices: "A salon moves in within a minute",
    goal: most(2.2, "×"),
  },
  "paced-memory": {
    figure: "225 texts/s to a million, 50 tabs: peak memory",
    notices: "The smallest server is large enough",
    goal: most(120, " MB"),
  },
  "flat-memory": {
    figure: "Full speed to a million, 50 tabs: peak memory",
    notices: "The smallest server is large enough",
    goal: most(220, " MB"),
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
    limit: "the same client without a database",
    notices: "Only the carrier limits the speed of a campaign",
  },
  "pipeline-bullmq-bun": {
    figure: "Send pipeline ÷ BullMQ on Bun",
    limit: "the SDK, and two durable rows for each text",
    notices: "Only the carrier limits the speed of a campaign",
    goal: least(2.2, "×"),
  },
  "pipeline-bullmq-node": {
    figure: "Send pipeline ÷ BullMQ on Node",
    limit: "the same",
    notices: "Only the carrier limits the speed of a campaign",
    goal: least(6, "×"),
  },
  "pipeline-cpu": {
    figure: "CPU of a text at full speed ÷ the bare loop",
    limit: "the SDK, and two durable rows for each text",
    notices: "Only the carrier limits the speed of a campaign",
    goal: most(1.7, "×"),
  },
  "pace-kept": {
    figure: "Pace kept for 60 s at 1, 15, 60 and 225 texts/s: the slowest",
    notices: "A campaign takes as long as its estimate says",
    goal: least(99.5, "%"),
  },
  "pace-excess": {
    figure: "Texts above the pace in any second, at 225 texts/s",
    limit: "the SDK, and what is due sent every 40 ms",
    notices: "The carrier never slows the salon down",
    goal: most(1, "%"),
  },
  "chat-behind-slow": {
    figure: "A chat during a campaign of one text per 90 s, from press to carrier: p99",
    notices: "A reply to a client leaves at once during a campaign",
    goal: most(50, " ms"),
  },
  "chat-behind-fast": {
    figure: "A chat during a campaign of 225 texts/s, from press to carrier: p99",
    notices: "A reply to a client leaves at once during a campaign",
    goal: most(50, " ms"),
  },
} as const satisfies Readonly<Record<string, Budget>>;
