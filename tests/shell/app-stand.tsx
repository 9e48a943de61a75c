import { expect, setSystemTime } from "bun:test";
import type { Query, QueryClient } from "@tanstack/react-query";
import { act, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import type { Settings } from "#src/platform/settings/contract.ts";
import { SETTINGS as SETTINGS_TABLE } from "#src/platform/settings/table-contract.ts";
import { createApi, createQueryClient } from "#ui/api.ts";
import { App } from "#ui/app.tsx";
import { businessQuery } from "#ui/billing/client-pages/queries.ts";
import { ClientApp } from "#ui/client-app.tsx";
import { currentUserQuery } from "#ui/current-user.ts";
import { everyScreen, everyScreenAt } from "#ui/every-screen.ts";
import { createToasts } from "#ui/kit/toasts.tsx";
import { staffLayout } from "#ui/layout.ts";
import { prefetchShell } from "#ui/shell/data/queries.ts";
import { readsResource } from "#ui/shell/data/read.ts";
import { createUiState } from "#ui/ui-state.ts";

export const NOW = Date.parse("2026-11-19T16:00:00Z");

export const ADMIN: CurrentUser = {
  id: "u1",
  username: "maya",
  role: "admin",
  permissions: {
    pages: [],
    employeeIds: [],
    canViewClientPhoneNumbers: true,
    canViewClientNames: true,
  },
};

export function staffWith(...pages: string[]): CurrentUser {
  return {
    ...ADMIN,
    id: "u2",
    username: "rosa",
    role: "user",
    permissions: { ...ADMIN.permissions, pages },
  };
}

/** What an admin reads in a salon that has saved its name and zone. */
export const SETTINGS: Settings = {
  ...(Object.fromEntries(
    Object.entries(SETTINGS_TABLE).map(([name, { default: value, secret }]) => [
      name,
      secret ? { set: false, last4: null } : value,
    ]),
  ) as unknown as Settings),
  timeZone: "America/Chicago",
  businessName: "Glow",
  simulatedCarrier: false,
  demo: false,
};

/** Fourteen days, the 6th to the 19th, with 0 to 13 texts. */
const STATS = {
  totalCampaigns: 48,
  totalMessages: 31_906,
  totalContacts: 2418,
  activeConversations: 26,
  unreadConversations: 1,
  days: Array.from({ length: 14 }, (_, at) => ({
    day: `2026-11-${String(at + 6).padStart(2, "0")}`,
    sent: at,
    failed: at === 3 ? 2 : 0,
  })),
};

/**
 * What the server answers to "GET /api/user" and the like, with a query or for any, or a promise of it; a
 * refusal by `refused`.
 */
type Answers = Readonly<Record<string, unknown>>;

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly errors?: Readonly<Record<string, string>>;
}

export function refuseWith(refusal: Refusal): Refusal & { readonly refused: true } {
  return { ...refusal, refused: true };
}

interface Stand {
  readonly client: QueryClient;
  readonly keys: ReturnType<typeof userEvent.setup>;
  /** "POST /api/login {…}", in order, without the GETs. */
  readonly sent: string[];
  /** The same with their queries and without their bodies. */
  readonly queries: string[];
}

/** Code that a screen fetches by itself once it stands: it must not arrive in the middle of a test. */
const LATE = [
  () => import("#ui/kit/toast-view.tsx"),
  () => import("#src/platform/settings/contract.ts"),
  () => import("#ui/platform/settings/groups/salon-cards.tsx"),
  () => import("#ui/messaging/settings/texting-cards.tsx"),
  () => import("#ui/billing/settings/payments-cards.tsx"),
  () => import("#ui/calls/settings/call-fields.tsx"),
  () => import("#ui/reviews/settings/google-card.tsx"),
  () => import("#ui/platform/settings/groups/advanced-tools.tsx"),
  () => import("#ui/accounts/settings/sign-in-card.tsx"),
  () => import("#ui/platform/settings/search-results.tsx"),
  () => import("#ui/messaging/settings/sending-paused.tsx"),
  () => import("#ui/platform/settings/resolver.ts"),
  () => import("#ui/kit/leave-guard.tsx"),
  () => import("#ui/calendar/employees/employees.tsx"),
  () => import("#ui/calendar/settings/appointment-tools.tsx"),
  () => import("#ui/calendar/appointments/appointment-dialog.tsx"),
  () => import("#ui/calendar/appointments/book-dialog.tsx"),
  () => import("#ui/integrations/zapier/zapier-card.tsx"),
  () => import("#ui/calls/booking-requests/approve-dialog.tsx"),
  () => import("#ui/kit/confirm-view.tsx"),
  () => import("#ui/messaging/inbox/opt-out-review.tsx"),
  () => import("#ui/messaging/inbox/chosen-pictures.tsx"),
  () => import("#ui/shell/palette/shortcuts-dialog.tsx"),
  () => import("#ui/shell/palette/list-keys.ts"),
];

/** The Zapier card's data: the key and the requests. */
const LATE_QUERIES = 2;

/** The whole app at an address, as this person, over a server of which only the answers are there. */
export async function openApp(
  address: string,
  user: CurrentUser | null,
  answers: Answers = {},
): Promise<Stand> {
  history.replaceState(null, "", address);
  const { app, client, sent, queries } = await appAt(address, user, answers);
  await act(async () => {
    render(app(false));
  });
  if (address.startsWith("/settings/"))
    await waitFor(() =>
      expect(document.querySelector("main div[aria-busy=true]:empty")).toBeNull(),
    );
  // What such code asks for as soon as it stands.
  const webhooks = { predicate: (query: Query) => readsResource(query, "webhooks") };
  const settled = () =>
    client.getQueryCache().findAll(webhooks).length === LATE_QUERIES &&
    client.isFetching(webhooks) === 0;
  if (address.startsWith("/settings/advanced"))
    await act(async () => {
      for (let tries = 0; !settled() && tries < 2_000; tries += 1) await Bun.sleep(1);
      // The answers reach the screen a turn of the loop later.
      await Bun.sleep(1);
    });
  return { client, sent, queries, keys: userEvent.setup() };
}

/** The app with its data, for a browser or, told its place, for the server. */
export async function appAt(address: string, user: CurrentUser | null, answers: Answers = {}) {
  // The screens read the clock every few seconds. tests/support/preload.ts starts it again.
  setSystemTime(NOW);
  const { fetch, sent, queries } = serverOf(user, answers);
  const client = createQueryClient();
  const api = createApi(fetch);
  const [pathname = "/", search = ""] = address.split("?");
  const place = { pathname, search };
  const screen = everyScreenAt(pathname);
  // As the server does, so that the first paint has everything.
  await Promise.allSettled([
    staffLayout.preload(),
    ...everyScreen.map((one) => one.preload()),
    ...LATE.map((load) => load()),
  ]);
  await client.prefetchQuery(currentUserQuery(api));
  if (user) await prefetchShell({ api, client }, user);
  if (screen?.forClients) await client.prefetchQuery(businessQuery(api));
  if (user || screen?.access === "public") await screen?.prefetch?.({ api, client }, place);

  const Whole = screen?.forClients ? ClientApp : App;
  const app = (onServer: boolean) => (
    <Whole
      api={api}
      client={client}
      ui={createUiState({ sidebarOpen: true, now: NOW })}
      toasts={createToasts(60_000)}
      {...(onServer && { place: { ...place, redirect: {} } })}
    />
  );
  return { app, client, sent, queries };
}

function serverOf(user: CurrentUser | null, answers: Answers) {
  const sent: string[] = [];
  const queries: string[] = [];
  const all: Answers = {
    "GET /api/user": user ?? refuseWith({ status: 401, message: "Sign in first." }),
    "GET /api/settings": SETTINGS,
    "GET /api/conversations": { conversations: [], nextCursor: null, unread: 0 },
    "GET /api/campaigns": [],
    "GET /api/contacts": { contacts: [], total: 0, nextCursor: null },
    "GET /api/stats": STATS,
    "GET /api/activity": { bookings: [], campaigns: [], conversations: [] },
    "GET /api/waiting": [],
    "GET /api/registration": { open: true, hasAdministrator: true },
    "GET /api/invitations": [],
    "GET /api/users": [],
    "GET /api/employees": [],
    "GET /api/services": [],
    "GET /api/tags": [],
    "GET /api/appointments": [],
    "POST /api/appointments/match-phones": { matched: 0 },
    "GET /api/alerts": [],
    "GET /api/exports": [],
    "GET /api/push": { available: ["reply"], kinds: null, quietAtNight: false },
    "GET /api/texting-approval": {
      parts: [],
      checkedAt: null,
      problem: null,
      details: { offersPerMonth: 4 },
      sheet: [],
      pages: { texts: "/texts", privacy: "/privacy", terms: "/terms" },
    },
    "GET /api/backups": {
      running: false,
      last: null,
      lastGoodAt: null,
      folder: "data/backups",
      nightly: true,
      time: "03:00",
      kept: 0,
    },
    "GET /api/campaigns/composing": {
      longestNames: [],
      noticeAlways: false,
      testPhoneNumber: null,
    },
    "GET /api/campaigns/start": { heldUntil: null, heldBy: null },
    "GET /api/deliverability": { running: null, last: null },
    "GET /api/contact-update-requests": [],
    "GET /api/contact-update-requests/count": { count: 0 },
    "GET /api/potential-appointments": [],
    "GET /api/potential-appointments/count": { pending: 0, approved: 0, rejected: 0, all: 0 },
    "GET /api/call-transcripts": [],
    "GET /api/call-transcripts/count": { count: 0 },
    "GET /api/deletion-conflicts": [],
    "GET /api/deletion-conflicts/count": { count: 0 },
    "GET /api/audit-logs": { logs: [], total: 0, totalIsExact: true, nextCursor: null },
    "GET /api/audit-logs/kinds": { actions: [], actors: [] },
    "GET /api/users/api-key": { apiKey: null },
    "GET /api/account/confirm-password": { needed: false },
    "GET /api/webhook-calls": [],
    "GET /api/voice/figures": {
      callsToday: 0,
      answers: 0,
      typicalMs: null,
      slowMs: null,
    },
    "GET /api/payment-plans": [],
    "GET /api/payment-plan-subscriptions": [],
    "GET /api/memberships": [],
    "GET /api/subscriptions": [],
    "GET /api/google-reviews": [],
    "GET /api/google-reviews/stats": { total: 0, matched: 0, discounted: 0 },
    "GET /api/google-reviews/connection": {
      source: "none",
      businessName: "",
      lastFetchedAt: null,
      problem: null,
    },
    "GET /api/public/business": {
      name: "Glow",
      address: "",
      phone: "(512) 555-0100",
      email: "",
      currency: "USD",
      timeZone: "America/Chicago",
    },
    ...answers,
  };
  const fetch = async (path: string, init: RequestInit) => {
    const name = `${init.method} ${path.replace(/\?.*/, "")}`;
    const whole = `${init.method} ${path}`;
    const body = init.body instanceof Blob ? init.body.type : init.body;
    if (init.method !== "GET") {
      sent.push(body ? `${name} ${body}` : name);
      queries.push(whole);
    }
    // An import's key is random.
    const known = name.replace(/(\/import\/)[\w-]+$/, "$1:key");
    if (!(known in all)) return new Response("{}", { status: 404 });
    const aborted = new Promise<never>((_, reject) =>
      init.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
    );
    const answer = await Promise.race([all[whole in all ? whole : known], aborted]);
    // With headers of its own.
    if (answer instanceof Response) return answer.clone();
    if (isRefusal(answer)) return Response.json(answer, { status: answer.status });
    return answer === null ? new Response(null, { status: 204 }) : Response.json(answer);
  };
  return { fetch, sent, queries };
}

function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === "object" && answer !== null && "refused" in answer;
}
