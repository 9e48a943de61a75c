import { expect, test } from "bun:test";
import { GRANTABLE_PAGES } from "#src/shared/permissions.ts";
import { clientCaller } from "#tests/support/client-caller.ts";
import { endpoints } from "#tests/support/endpoints.ts";
import { testApp } from "#tests/support/test-app.ts";

type Allowed = "anyone" | "staff" | "admin" | "member" | "financing" | readonly string[];

/** Who may call what. Written out by hand: a route that opens by mistake must disagree with it. */
const TABLE: Readonly<Record<string, Allowed>> = {
  "GET /api/user": "staff",
  "POST /api/login": "anyone",
  "POST /api/register": "anyone",
  "POST /api/logout": "anyone",
  "GET /api/forgot-password": "anyone",
  "POST /api/forgot-password": "anyone",
  "POST /api/verify-reset-code": "anyone",
  "POST /api/reset-password": "anyone",
  "GET /api/account": "staff",
  "POST /api/account/password": "staff",
  "POST /api/account/second-factor": "staff",
  "POST /api/account/second-factor/confirm": "staff",
  "POST /api/account/second-factor/switch-off": "staff",
  "DELETE /api/account/sessions/:id": "staff",
  "POST /api/account/sessions/end-others": "staff",
  "GET /api/users": "admin",
  "GET /api/users/pending": "admin",
  "GET /api/users/:id/belongings": "admin",
  "POST /api/users/:id/approve": "admin",
  "PUT /api/users/:id/permissions": "admin",
  "POST /api/users/:id/role": "admin",
  "DELETE /api/users/:id/second-factor": "admin",
  "DELETE /api/users/:id": "admin",
  "GET /api/contacts": [
    "/contacts",
    "/inbox",
    "/contact-updates",
    "/reviews",
    "/memberships",
    "/payment-plans",
  ],
  "GET /api/contacts/all": [
    "/contacts",
    "/inbox",
    "/contact-updates",
    "/reviews",
    "/memberships",
    "/payment-plans",
  ],
  "POST /api/contacts": ["/contacts"],
  "PATCH /api/contacts/:id": ["/contacts", "/inbox"],
  "DELETE /api/contacts/:id": ["/contacts"],
  "POST /api/contacts/:id/opt-out": ["/contacts"],
  "POST /api/contacts/:id/opt-in": ["/contacts"],
  "POST /api/contacts/bulk-import": "admin",
  "GET /api/contacts/export": "admin",
  "GET /api/contacts/:id": ["/contacts", "/inbox"],
  "GET /api/contacts/:id/history": ["/contacts"],
  "GET /api/contacts/:id/notes": ["/contacts", "/inbox"],
  "POST /api/contacts/:id/notes": ["/contacts", "/inbox"],
  "PATCH /api/contacts/:id/notes/:noteId": ["/contacts", "/inbox"],
  "DELETE /api/contacts/:id/notes/:noteId": ["/contacts", "/inbox"],
  "POST /api/contacts/:id/clear-undeliverable": ["/contacts"],
  "GET /api/contacts/:id/export": "admin",
  "POST /api/contacts/:id/erase": "admin",
  "GET /api/tags": ["/contacts", "/inbox", "/campaigns"],
  "POST /api/tags": ["/contacts", "/inbox"],
  "PATCH /api/tags/:id": ["/contacts"],
  "DELETE /api/tags/:id": ["/contacts"],
  "POST /api/tags/:id/put-on": ["/contacts", "/inbox"],
  "POST /api/tags/:id/take-off": ["/contacts", "/inbox"],
  "GET /api/campaigns": ["/campaigns"],
  "POST /api/campaigns": ["/campaigns"],
  "GET /api/campaigns/composing": ["/campaigns"],
  "GET /api/campaigns/:id": ["/campaigns"],
  "GET /api/campaigns/:id/report": ["/campaigns"],
  "GET /api/campaigns/:id/unknown": ["/campaigns"],
  "POST /api/campaigns/test": ["/campaigns"],
  "PATCH /api/campaigns/:id/schedule": "admin",
  "POST /api/campaigns/unknown/:id/settle": "admin",
  "PATCH /api/campaigns/:id/message": ["/campaigns"],
  "POST /api/campaigns/:id/approve": "admin",
  "POST /api/campaigns/:id/stop": ["/campaigns"],
  "POST /api/campaigns/:id/resume": ["/campaigns"],
  "DELETE /api/campaigns/:id": ["/campaigns"],
  "GET /api/conversations": ["/inbox"],
  "GET /api/conversations/:id": ["/inbox"],
  "GET /api/conversations/:id/messages": ["/inbox"],
  "POST /api/conversations/messages": ["/inbox"],
  "POST /api/conversations/messages/:id/retry": ["/inbox"],
  "POST /api/conversations": ["/inbox"],
  "POST /api/conversations/:id/mark-read": ["/inbox"],
  "DELETE /api/conversations/:id": "admin",
  "POST /api/conversations/:id/typing": ["/inbox"],
  "GET /api/conversations/:id/typing": ["/inbox"],
  "GET /api/drafts": ["/inbox"],
  "POST /api/conversations/:id/draft": ["/inbox"],
  "GET /api/conversations/:id/client": ["/inbox"],
  "GET /api/media/:id": ["/inbox"],
  "POST /api/media": ["/inbox"],
  "DELETE /api/media/:id": ["/inbox"],
  "GET /api/quick-replies": ["/inbox"],
  "POST /api/quick-replies": "admin",
  "PATCH /api/quick-replies/:id": "admin",
  "DELETE /api/quick-replies/:id": "admin",
  "GET /api/deliverability": "admin",
  "POST /api/twilio/check-failed-messages": "admin",
  "GET /api/stats": ["/"],
  "GET /api/activity": ["/"],
  "GET /api/employees": "staff",
  "POST /api/employees": "admin",
  "PATCH /api/employees/:id": "admin",
  "DELETE /api/employees/:id": "admin",
  "GET /api/employees/:id/calendar-feed": "admin",
  "POST /api/employees/:id/calendar-feed": "admin",
  "DELETE /api/employees/:id/calendar-feed": "admin",
  "GET /api/appointments": ["/appointments"],
  "POST /api/appointments": "admin",
  "PATCH /api/appointments/:id": ["/appointments"],
  "DELETE /api/appointments/:id": "admin",
  "DELETE /api/appointments/clear": "admin",
  "POST /api/appointments/match-phones": ["/appointments"],
  "POST /api/appointments/import": "admin",
  "GET /api/appointments/clients": ["/appointments"],
  "GET /api/contacts/:id/appointments": ["/contacts", "/inbox"],
  "GET /api/settings": "staff",
  "POST /api/settings": "admin",
  "POST /api/settings/test-twilio": "admin",
  "POST /api/settings/test-smtp": "admin",
  "POST /api/settings/test-membership-smtp": "admin",
  "POST /api/settings/test-stripe": "admin",
  "POST /api/settings/test-openai": "admin",
  "POST /api/settings/test-elevenlabs": "admin",
  "POST /api/settings/test-google": "admin",
  "POST /api/settings/test-webhook": "admin",
  "POST /api/settings/connect-webhook": "admin",
  "POST /api/settings/resume-sending": "admin",
  "GET /api/users/api-key": "admin",
  "POST /api/users/generate-api-key": "admin",
  "GET /api/webhook-calls": "admin",
  "GET /api/contact-update-requests": ["/contact-updates"],
  "GET /api/contact-update-requests/count": ["/contact-updates"],
  "GET /api/contact-update-requests/:id/suggestions": ["/contact-updates"],
  "POST /api/contact-update-requests/:id/approve": ["/contact-updates"],
  "POST /api/contact-update-requests/:id/reject": ["/contact-updates"],
  "GET /api/deletion-conflicts": ["/appointment-management"],
  "GET /api/deletion-conflicts/count": ["/appointment-management"],
  "POST /api/deletion-conflicts/:id/resolve": ["/appointment-management"],
  "POST /api/deletion-conflicts/:id/dismiss": ["/appointment-management"],
  "GET /api/public/business": "anyone",
  "GET /api/payment-plans": ["/payment-plans"],
  "POST /api/payment-plans": ["/payment-plans"],
  "PATCH /api/payment-plans/:id": ["/payment-plans"],
  "DELETE /api/payment-plans/:id": ["/payment-plans"],
  "POST /api/payment-plans/:id/generate-agreement": ["/payment-plans"],
  "POST /api/payment-plans/:id/send-invite": ["/payment-plans"],
  "GET /api/payment-plans/:id/public": "anyone",
  "POST /api/payment-plan-subscriptions/verify-phone": "anyone",
  "POST /api/payment-plan-subscriptions/verify-code": "anyone",
  "POST /api/payment-plan-subscriptions/store-signature": "anyone",
  "POST /api/payment-plan-subscriptions/create-checkout": "anyone",
  "GET /api/payment-plan-subscriptions": ["/payment-plan-subscriptions"],
  "GET /api/payment-plan-subscriptions/:id": ["/payment-plan-subscriptions"],
  "POST /api/payment-plan-subscriptions/:id/cancel": ["/payment-plan-subscriptions"],
  "POST /api/payment-plan-subscriptions/:id/trigger-payment": ["/payment-plan-subscriptions"],
  "GET /api/payment-plan-subscriptions/:id/agreement": ["/payment-plan-subscriptions"],
  "POST /api/financing/confirm-checkout": "anyone",
  "POST /api/financing/send-verification": "anyone",
  "POST /api/financing/verify-login": "anyone",
  "GET /api/financing/session": "financing",
  "GET /api/financing/portal/subscriptions": "financing",
  "GET /api/financing/portal/subscriptions/:id/agreement": "financing",
  "POST /api/financing/portal/update-card": "financing",
  "POST /api/financing/logout": "financing",
  "GET /api/audit-logs": ["/audit-logs"],
  "GET /api/audit-logs/kinds": ["/audit-logs"],
  "GET /api/audit-logs/export": "admin",
  "GET /api/google-reviews": ["/reviews"],
  "GET /api/google-reviews/stats": ["/reviews"],
  "GET /api/google-reviews/connection": ["/reviews"],
  "POST /api/google-reviews/fetch": ["/reviews"],
  "POST /api/google-reviews/rematch": ["/reviews"],
  "POST /api/google-reviews/:id/match": ["/reviews"],
  "DELETE /api/google-reviews/:id/match": ["/reviews"],
  "POST /api/google-reviews/:id/check-off": ["/reviews"],
  "POST /api/google-reviews/:id/uncheck": ["/reviews"],
  "GET /api/voice/figures": "admin",
  "POST /api/voice/try": "admin",
  "GET /api/google-reviews/oauth/start": "admin",
  "POST /api/google-reviews/oauth/disconnect": "admin",
  "GET /api/google-reviews/oauth/callback": "admin",
  "GET /api/backups": "admin",
  "POST /api/backups": "admin",
  "GET /api/alerts": "admin",
  "GET /api/events": "staff",
  "GET /api/memberships": ["/memberships", "/subscriptions"],
  "POST /api/memberships": ["/memberships"],
  "PATCH /api/memberships/:id": ["/memberships"],
  "DELETE /api/memberships/:id": "admin",
  "POST /api/memberships/:id/approve": "admin",
  "POST /api/memberships/:id/reject": "admin",
  "POST /api/memberships/:id/send-invite": ["/memberships"],
  "POST /api/memberships/:id/generate-agreement": "admin",
  "GET /api/subscriptions": ["/subscriptions"],
  "GET /api/subscriptions/:id/usage": ["/subscriptions"],
  "GET /api/subscriptions/:id/payments": ["/subscriptions"],
  "POST /api/subscriptions/:id/mark-usage": ["/subscriptions"],
  "GET /api/subscriptions/:id/agreement": ["/subscriptions"],
  "POST /api/stripe/cancel-subscription": ["/subscriptions"],
  "GET /api/public/memberships/:id": "anyone",
  "POST /api/stripe/create-checkout-session": "anyone",
  "POST /api/membership/settle-checkout": "anyone",
  "POST /api/membership/request-code": "anyone",
  "POST /api/membership/verify-code": "anyone",
  "GET /api/membership/session": "member",
  "GET /api/membership/portal/subscriptions": "member",
  "GET /api/membership/portal/subscriptions/:id/agreement": "member",
  "POST /api/membership/portal/create-portal-session": "member",
  "POST /api/membership/portal/cancel-subscription": "member",
  "POST /api/membership/logout": "member",
  "GET /api/call-transcripts": ["/call-transcripts"],
  "GET /api/call-transcripts/count": ["/call-transcripts"],
  "GET /api/call-transcripts/:id": ["/call-transcripts"],
  "GET /api/potential-appointments": ["/potential-appointments"],
  "GET /api/potential-appointments/count": ["/potential-appointments"],
  "POST /api/potential-appointments/:id/approve": "admin",
  "POST /api/potential-appointments/:id/reject": "admin",
  "POST /api/potential-appointments/:id/reopen": "admin",
};

/** Answered without a contract: a stream, and where Google sends the browser. */
const RAW = ["GET /api/events", "GET /api/google-reviews/oauth/callback"];

test("every endpoint stands in the table", () => {
  const mounted = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect([...mounted, ...RAW].sort()).toEqual(Object.keys(TABLE).sort());
  expect(mounted.length).toBeGreaterThan(35);
});

test.each(Object.entries(TABLE))("%s lets in exactly those who may", async (name, allowed) => {
  const { app, hono, admin, person, visitor } = testApp();
  const [method = "", path = ""] = name.split(" ");
  const address = path.replaceAll(/:\w+/g, "0");
  const pages = Array.isArray(allowed) ? allowed : ["/"];
  const others = GRANTABLE_PAGES.map((page) => page.path).filter((one) => !pages.includes(one));
  const without = allowed === "staff" || allowed === "anyone" ? [] : others;
  const callers = {
    "signed out": visitor,
    pending: person("user", [...pages], false).call,
    "user without the page": person("user", without).call,
    "user with the page": person("user", [pages[0] ?? "/"]).call,
    admin: admin.call,
    member: clientCaller(app, hono, "member"),
    "financing client": clientCaller(app, hono, "financing"),
  };
  // Staff and clients have cookies of their own, which are good for nothing else.
  const client = allowed === "anyone" ? "in" : 401;
  if (allowed === "member" || allowed === "financing") {
    const seen = await Promise.all(
      Object.entries(callers).map(async ([who, call]) => {
        const body = method === "GET" ? undefined : {};
        return [who, (await call(method, address, body)).status === 401 ? 401 : "in"];
      }),
    );
    expect(Object.fromEntries(seen)).toEqual({
      ...Object.fromEntries(Object.keys(callers).map((who) => [who, 401])),
      [allowed === "member" ? "member" : "financing client"]: "in",
    });
    return;
  }
  const open = { anyone: "anyone", staff: "staff", admin: "admin" }[String(allowed)] ?? "page";
  const expected = {
    "signed out": open === "anyone" ? "in" : 401,
    pending: open === "anyone" ? "in" : 401,
    "user without the page": open === "anyone" || open === "staff" ? "in" : 403,
    "user with the page": open === "admin" ? 403 : "in",
    admin: "in",
    member: client,
    "financing client": client,
  };

  const seen: Record<string, unknown> = {};
  for (const [who, call] of Object.entries(callers)) {
    const body = method === "GET" || method === "DELETE" ? undefined : {};
    const { status } = await callBriefly(call, method, address, body);
    // Behind the door: an empty body is refused and the object with id 0 does not exist.
    seen[who] = [200, 201, 204, 303, 400, 404, 409].includes(status) ? "in" : status;
  }
  expect(seen).toEqual(expected);
});

/** The event stream never ends; its status is what counts. */
async function callBriefly(
  call: ReturnType<typeof testApp>["visitor"],
  method: string,
  address: string,
  body: unknown,
): Promise<{ status: number }> {
  if (address !== "/api/events") return call(method, address, body);
  return Promise.race([
    call(method, address, body),
    Bun.sleep(1_000).then(() => ({ status: 200 })),
  ]);
}
