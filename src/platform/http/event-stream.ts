import type { Context, Hono } from "hono";
import type { App, Staff } from "#src/app.ts";
import { BUILD } from "#src/platform/build.ts";
import { findSignedInStaff } from "#src/platform/http/sessions.ts";
import type { Resource } from "#src/shared/endpoint.ts";
import { mayOpen, type Page } from "#src/shared/permissions.ts";
import { requireAccess } from "./access.ts";
import { callerOf } from "./caller.ts";
import type { Change } from "./events.ts";
import { keepOpen } from "./keep-open.ts";
import { sessionOf } from "./session-cookie.ts";

const MIN_INTERVAL_MS = 1_000;
const HEARTBEAT_MS = 20_000;

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
  "contact-updates": ["/contact-updates"],
  "deletion-conflicts": ["/appointment-management"],
  "audit-logs": ["/audit-logs"],
  webhooks: "admin",
  memberships: ["/memberships", "/subscriptions"],
  subscriptions: ["/subscriptions", "/memberships"],
  plans: ["/payment-plans", "/payment-plan-subscriptions"],
  "plan-subscriptions": ["/payment-plan-subscriptions", "/payment-plans"],
  calls: ["/call-transcripts", "/potential-appointments", "/contacts"],
  "potential-appointments": ["/potential-appointments", "/call-transcripts"],
  reviews: ["/reviews"],
  alerts: "admin",
  backups: "admin",
};

/** Resources of a single user; the event's ids are user ids. */
const PERSONAL: ReadonlySet<Resource> = new Set(["drafts"]);

/** Mounts GET /api/events, which names what changed, so that screens refetch it. It sends ids only, at most once a second per resource. */
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
    keepOpen(c);
    return new Response(stream(c, app, session, actor as Staff), {
      headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
    });
  });
}

function stream(c: Context, app: App, session: string | undefined, actor: Staff): ReadableStream {
  const encoder = new TextEncoder();
  const waiting = new Map<Resource, Set<string>>();
  const lastSent = new Map<Resource, number>();
  let stop = () => {};

  return new ReadableStream({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const flush = (resource: Resource) => {
        const ids = waiting.get(resource) ?? new Set();
        waiting.delete(resource);
        lastSent.set(resource, performance.now());
        send(`data: ${JSON.stringify({ resource, ids: [...ids] } satisfies Change)}\n\n`);
      };
      const onChange = ({ resource, ids }: Change) => {
        if (!mayReceive(actor, resource)) return;
        if (PERSONAL.has(resource) && !ids.includes(actor.id)) return;
        const pending = waiting.get(resource);
        if (pending) {
          for (const id of ids) pending.add(id);
          return;
        }
        waiting.set(resource, new Set(ids));
        const wait =
          (lastSent.get(resource) ?? -MIN_INTERVAL_MS) + MIN_INTERVAL_MS - performance.now();
        setTimeout(() => waiting.has(resource) && flush(resource), Math.max(0, wait));
      };
      const heartbeat = setInterval(() => {
        // The stream ends with its session, and when the user's permissions change.
        const still = findSignedInStaff(app, session, actor.caller);
        if (still?.permissionVersion === actor.permissionVersion) send(": still here\n\n");
        else stop();
      }, HEARTBEAT_MS);
      const unlisten = app.events.listen(onChange);

      stop = () => {
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
      // A tab of another build reloads.
      send(`data: ${JSON.stringify({ resource: "build", ids: [BUILD] })}\n\n`);
    },
    cancel: () => stop(),
  });
}

function mayReceive(actor: Staff, resource: Resource): boolean {
  const shown = SHOWN_ON[resource];
  if (actor.role === "admin" || shown === "any") return true;
  return shown !== "admin" && shown.some((page) => mayOpen(actor, page));
}
