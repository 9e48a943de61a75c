import type { Context, Hono } from "hono";
import type { App, Staff } from "#src/app.ts";
import { BUILD } from "#src/platform/build.ts";
import { findSignedInStaff } from "#src/platform/http/sessions.ts";
import { perApp } from "#src/platform/per-app.ts";
import type { Resource } from "#src/shared/endpoint.ts";
import { mayOpen, type Page } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import { requireAccess } from "./access.ts";
import { callerOf } from "./caller.ts";
import { sessionOf } from "./cookies.ts";
import type { Change } from "./events.ts";
import { keepOpen } from "./keep-open.ts";

const MIN_INTERVAL_MS = 1_000;
const HEARTBEAT_MS = 20_000;
/** One per open tab; a person has fewer. */
const MAX_STREAMS = 20;
const openStreams = perApp(() => new Map<string, number>());

/** A user's sign-out, permissions and deletion are changes of these. */
const ENDS_STREAMS: ReadonlySet<Resource> = new Set(["account", "users"]);

/** The pages that show a resource. Users get no events about resources that they may not see. */
const SHOWN_ON: Readonly<Record<Resource, readonly Page[] | "admin" | "any">> = {
  user: "any",
  account: "any",
  users: "admin",
  stats: ["/"],
  campaigns: ["/campaigns", "/"],
  "campaign-progress": ["/campaigns", "/"],
  conversations: ["/inbox", "/"],
  messages: ["/inbox"],
  contacts: ["/contacts", "/inbox", "/campaigns", "/reviews"],
  deliverability: "admin",
  notes: ["/contacts", "/inbox"],
  typing: ["/inbox"],
  drafts: ["/inbox"],
  "quick-replies": ["/inbox"],
  tags: ["/contacts", "/inbox", "/campaigns"],
  settings: "any",
  appointments: ["/appointments", "/appointment-management", "/contacts", "/inbox"],
  employees: "any",
  hours: "any",
  "time-off": ["/appointments"],
  services: "any",
  waitlist: ["/waitlist"],
  "contact-updates": ["/contact-updates"],
  "deletion-conflicts": ["/appointment-management"],
  "audit-logs": ["/audit-logs"],
  webhooks: "admin",
  memberships: ["/memberships", "/subscriptions"],
  subscriptions: ["/subscriptions", "/memberships"],
  plans: ["/payment-plans", "/payment-plan-subscriptions"],
  "plan-subscriptions": ["/payment-plan-subscriptions", "/payment-plans"],
  payments: ["/appointments", "/contacts", "/inbox"],
  calls: ["/call-transcripts", "/potential-appointments", "/contacts"],
  "potential-appointments": ["/potential-appointments", "/call-transcripts"],
  reviews: ["/reviews"],
  alerts: "admin",
  backups: "admin",
};

/** Resources of a single user; the event's ids are user ids. */
const PERSONAL: ReadonlySet<Resource> = new Set(["drafts"]);

/**
 * Mounts GET /api/events, which names what changed, so that screens refetch it. It sends ids only, at
 * most once a second per resource. A stream begins with what has changed after `since`, the number
 * that a page was rendered with, or after the last event of the stream that it continues.
 */
export function mountEventStream(hono: Hono, app: App): void {
  hono.get("/api/events", (c) => {
    const session = sessionOf(c, app);
    const actor = requireAccess(
      app,
      { kind: "staff", pages: "any" },
      session,
      callerOf(c, app),
      new Headers(),
    );
    const staff = actor as Staff;
    if (countStreams(app, staff.id, 0) >= MAX_STREAMS)
      throw new Problem(429, "Parlor is open in too many tabs. Close some of them.");
    keepOpen(c);
    const since = c.req.header("last-event-id") ?? c.req.query("since");
    return new Response(stream(c, app, session, staff, since), {
      headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
    });
  });
}

function stream(
  c: Context,
  app: App,
  session: string | undefined,
  actor: Staff,
  since: string | undefined,
): ReadableStream {
  const encoder = new TextEncoder();
  const waiting = new Map<Resource, { readonly ids: Set<string>; readonly number: number }>();
  const lastSent = new Map<Resource, number>();
  let stop = () => {};

  return new ReadableStream({
    start(controller) {
      /** Where a later stream continues: before the first change that waits. */
      const position = () =>
        Math.min(app.events.latest(), ...[...waiting.values()].map(({ number }) => number - 1));
      const send = (text: string) =>
        controller.enqueue(encoder.encode(`id: ${position()}\n${text}\n\n`));
      const sendChange = (resource: Resource | "build", ids: readonly string[]) =>
        send(`data: ${JSON.stringify({ resource, ids, number: app.events.latest() })}`);
      const flush = (resource: Resource) => {
        const ids = waiting.get(resource)?.ids ?? [];
        waiting.delete(resource);
        lastSent.set(resource, performance.now());
        sendChange(resource, [...ids]);
      };
      // The stream ends with its session, and when the user's permissions change.
      const isStillPermitted = () => {
        const still = findSignedInStaff(app, session, actor.caller);
        return (
          still?.permissionVersion === actor.permissionVersion &&
          still.needsSecondFactor === actor.needsSecondFactor
        );
      };
      const onChange = ({ resource, ids, number }: Change): void => {
        const concernsActor = ids.length === 0 || ids.includes(actor.id);
        if (ENDS_STREAMS.has(resource) && concernsActor && !isStillPermitted()) {
          stop();
          return;
        }
        if (!mayReceive(actor, resource)) return;
        if (PERSONAL.has(resource) && ids.length > 0 && !ids.includes(actor.id)) return;
        const pending = waiting.get(resource);
        if (pending) {
          for (const id of ids) pending.ids.add(id);
          return;
        }
        waiting.set(resource, { ids: new Set(ids), number });
        const wait =
          (lastSent.get(resource) ?? -MIN_INTERVAL_MS) + MIN_INTERVAL_MS - performance.now();
        setTimeout(() => waiting.has(resource) && flush(resource), Math.max(0, wait));
      };
      const heartbeat = setInterval(() => {
        if (isStillPermitted()) send(": still here");
        else stop();
      }, HEARTBEAT_MS);
      const unlisten = app.events.listen(onChange);
      countStreams(app, actor.id, 1);

      stop = () => {
        stop = () => {};
        countStreams(app, actor.id, -1);
        clearInterval(heartbeat);
        unlisten();
        waiting.clear();
        try {
          controller.close();
        } catch {
          // The visitor closed it first.
        }
      };
      c.req.raw.signal.addEventListener("abort", stop);
      if (since !== undefined) {
        const missed = app.events.changedAfter(Number(since));
        for (const resource of missed ?? [])
          onChange({ resource, ids: [], number: Number(since) + 1 });
        if (!missed) send('data: "all"');
      }
      // A tab of another build reloads.
      sendChange("build", [BUILD]);
    },
    cancel: () => stop(),
  });
}

/** Changes the number of a user's open streams and returns it. */
function countStreams(app: App, userId: string, change: -1 | 0 | 1): number {
  const byUser = openStreams(app);
  const count = (byUser.get(userId) ?? 0) + change;
  if (count === 0) byUser.delete(userId);
  else byUser.set(userId, count);
  return count;
}

function mayReceive(actor: Staff, resource: Resource): boolean {
  const shown = SHOWN_ON[resource];
  if (actor.role === "admin" || shown === "any") return true;
  return shown !== "admin" && shown.some((page) => mayOpen(actor, page));
}
