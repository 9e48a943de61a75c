import { type Budget, least, most } from "./budget.ts";

/** Goals of screens, lists, calls and the program itself. */
export const SCREEN_BUDGETS = {
  "contacts-page": {
    figure: "Contacts page of 100 (JSON, session checked) at a million: CPU",
    limit: "its SQL, JSON and compression alone",
    notices: "Scrolling a long list never stalls",
    goal: most(300, " µs"),
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
    limit: "its SQL, JSON and compression alone",
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
    limit: "a read by key",
    notices: "The dashboard is always current",
    goal: most(10, "×"),
  },
  progress: {
    figure: "Progress of a campaign ÷ a read by key",
    limit: "a read by key",
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
  "chains-cpu": {
    figure: "Free times of three services by several of 20 employees, a million appointments: CPU",
    notices: "A color, a cut and a blow-dry are booked as fast as a cut",
    goal: most(30, " ms"),
  },
  "chains-block": {
    figure: "Three services by several: longest block of the event loop",
    notices: "Clients who book don't slow the front desk down",
    goal: most(5, " ms"),
  },
  day: {
    figure: "A day of 200 at a million appointments ÷ bare SQL",
    limit: "bare SQL",
    notices: "Turning the calendar's pages is immediate",
    goal: most(2.5, "×"),
  },
  "day-flat": {
    figure: "The same from 10,000 appointments up",
    notices: "A large salon is as fast as a small one",
    goal: most(1.5, "×"),
  },
  waitlist: {
    figure: "Waitlist of 1,000 clients with 16 open offers: CPU",
    notices: "The list opens at once, even before the holidays",
    goal: most(20, " ms"),
  },
  "waitlist-offers": {
    figure: "Offering 16 freed times to 1,000 who wait: CPU",
    notices: "A canceled day doesn't slow the front desk down",
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
    goal: least(95, ""),
  },
  "lighthouse-clients": {
    figure: "Lighthouse performance, lowest client page",
    notices: "A client's first page opens on a slow phone",
    goal: least(97, ""),
  },
  "lighthouse-guide": {
    figure: "Lighthouse performance, lowest page of the guide",
    notices: "Help opens on a slow phone",
    goal: least(95, ""),
  },
  "tabs-cpu": {
    figure: "50 quiet tabs: CPU of a core",
    notices: "Open screens cost nothing",
    goal: most(0.6, "%"),
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
    limit: "its modules with one page, compiled",
    notices: "A restart goes unnoticed",
    goal: most(70, " ms"),
  },
  idle: {
    figure: "Resident memory, idle",
    limit: "its modules with one page, compiled",
    notices: "The smallest server is large enough",
    goal: most(60, " MB"),
  },
  size: {
    figure: "Size of the program",
    limit: "Bun's own 109 MB",
    notices: "An upgrade downloads in seconds",
    goal: most(150, " MB"),
  },
  "bytes-contact": {
    figure: "Database: bytes per contact, with search",
    notices: "Backups stay small",
    goal: most(222, ""),
  },
  "bytes-message": {
    figure: "Database: bytes per message, with search",
    notices: "Backups stay small",
    goal: most(150, ""),
  },
  "bytes-sent": {
    figure: "Database: bytes per sent recipient, with its own text",
    limit: "the same rows without free space in their pages",
    notices: "Backups stay small",
    goal: most(180, ""),
  },
  scan: {
    figure: "Deliverability scan of 50,000 texts, local part",
    notices: "A scan doesn't slow the front desk down",
    goal: most(600, " ms"),
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
  "capacity-salons": {
    figure: "Ordinary salons in their busiest hour that one program carries",
    limit: "two cores, shared with the callers; 1.5 GB",
    notices: "One small server is enough for any salon or chain",
    goal: least(200, ""),
  },
  "capacity-price": {
    figure: "Price of a salon and month, on a server of $12",
    notices: "One small server is enough for any salon or chain",
  },
  "capacity-cpu": ofChain("CPU of two cores"),
  "capacity-memory": ofChain("peak memory"),
  "capacity-pages": ofChain("pages, p99"),
  "capacity-api": ofChain("API, p99"),
  "capacity-calls": ofChain("Parlor's part of the assistant's answers, p99"),
  "capacity-block": ofChain("longest block of the event loop"),
} as const satisfies Readonly<Record<string, Budget>>;

function ofChain(figure: string): Budget {
  return {
    figure: `With so many salons: ${figure}`,
    notices: "One small server is enough for any salon or chain",
  };
}
