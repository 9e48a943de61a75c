import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { account } from "#src/account/contract.ts";
import { accountRoutes } from "#src/account/routes.ts";
import { alerts } from "#src/alerts/contract.ts";
import { alertRoutes } from "#src/alerts/routes.ts";
import type { App } from "#src/app.ts";
import { appointments } from "#src/appointments/contract.ts";
import { appointmentRoutes } from "#src/appointments/routes.ts";
import { audits } from "#src/audit/contract.ts";
import { auditRoutes } from "#src/audit/routes.ts";
import { auth } from "#src/auth/contract.ts";
import { authRoutes } from "#src/auth/routes.ts";
import { backups } from "#src/backups/contract.ts";
import { backupRoutes } from "#src/backups/routes.ts";
import { mountStripeWebhook } from "#src/billing/webhooks.ts";
import { calendarFeeds } from "#src/calendar-feeds/contract.ts";
import { mountCalendarFeed } from "#src/calendar-feeds/public.ts";
import { calendarFeedRoutes } from "#src/calendar-feeds/routes.ts";
import { campaigns } from "#src/campaigns/contract.ts";
import { campaignRoutes } from "#src/campaigns/routes.ts";
import { clientPages } from "#src/client-pages/contract.ts";
import { clientPageRoutes } from "#src/client-pages/routes.ts";
import { clients } from "#src/clients/contract.ts";
import { clientRoutes } from "#src/clients/routes.ts";
import { contactUpdates } from "#src/contact-updates/contract.ts";
import { contactUpdateRoutes } from "#src/contact-updates/routes.ts";
import { contacts } from "#src/contacts/contract.ts";
import { contactRoutes } from "#src/contacts/routes.ts";
import { dashboard } from "#src/dashboard/contract.ts";
import { dashboardRoutes } from "#src/dashboard/routes.ts";
import { deletionConflicts } from "#src/deletion-conflicts/contract.ts";
import { deletionConflictRoutes } from "#src/deletion-conflicts/routes.ts";
import { deliverability } from "#src/deliverability/contract.ts";
import { deliverabilityRoutes } from "#src/deliverability/routes.ts";
import { employees } from "#src/employees/contract.ts";
import { employeeRoutes } from "#src/employees/routes.ts";
import { financingApi } from "#src/financing/contract.ts";
import { financingRoutes } from "#src/financing/routes.ts";
import { mountEventStream } from "#src/http/event-stream.ts";
import { mountHealth } from "#src/http/health.ts";
import { mount } from "#src/http/mount.ts";
import { sameOrigin } from "#src/http/origin.ts";
import { onError, problemResponse } from "#src/http/problems.ts";
import { inbox } from "#src/inbox/contract.ts";
import { inboxRoutes } from "#src/inbox/routes.ts";
import { mountInboundTexts } from "#src/inbox/webhooks.ts";
import { media } from "#src/media/contract.ts";
import { mountSignedMedia } from "#src/media/public.ts";
import { mediaRoutes } from "#src/media/routes.ts";
import { mountReceipts } from "#src/messaging/webhooks.ts";
import { mountMetrics } from "#src/metrics/page.ts";
import { readManifest } from "#src/pages/assets.ts";
import { mountPages } from "#src/pages/pages.ts";
import { paymentPlans } from "#src/payment-plans/contract.ts";
import { paymentPlanRoutes } from "#src/payment-plans/routes.ts";
import { planSubscribers } from "#src/plan-subscribers/contract.ts";
import { planSubscriberRoutes } from "#src/plan-subscribers/routes.ts";
import { quickReplies } from "#src/quick-replies/contract.ts";
import { quickReplyRoutes } from "#src/quick-replies/routes.ts";
import { mountGoogleCallback } from "#src/reviews/callback.ts";
import { reviews } from "#src/reviews/contract.ts";
import { reviewRoutes } from "#src/reviews/routes.ts";
import { settings } from "#src/settings/contract.ts";
import { settingsRoutes } from "#src/settings/routes.ts";
import { Problem } from "#src/shared/problem.ts";
import { tags } from "#src/tags/contract.ts";
import { tagRoutes } from "#src/tags/routes.ts";
import { users } from "#src/users/contract.ts";
import { userRoutes } from "#src/users/routes.ts";
import { webhooks } from "#src/webhooks/contract.ts";
import { webhookRoutes } from "#src/webhooks/routes.ts";
import { mountInboundCalls } from "#src/webhooks/webhooks.ts";

/** The API's contents page: the order of the middleware, and every room. */
export function createServer(app: App, manifest = readManifest()): Hono {
  const hono = new Hono();
  hono.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    return onError(app)(error, c);
  });
  mountHealth(hono, app);
  mountMetrics(hono, app);

  // Signed by the provider, so these need no origin and no session.
  mountReceipts(hono, app);
  mountInboundTexts(hono, app);
  mountSignedMedia(hono, app);
  // Its secret address is the key.
  mountCalendarFeed(hono, app);

  // With a key in the body.
  mountInboundCalls(hono, app);
  mountStripeWebhook(hono, app);

  hono.use("/api/*", sameOrigin(app));
  mount(hono, app, auth, authRoutes);
  mount(hono, app, account, accountRoutes);
  mount(hono, app, users, userRoutes);
  mount(hono, app, contacts, contactRoutes);
  mount(hono, app, clients, clientRoutes);
  mount(hono, app, tags, tagRoutes);
  mount(hono, app, campaigns, campaignRoutes);
  mount(hono, app, deliverability, deliverabilityRoutes);
  mount(hono, app, inbox, inboxRoutes);
  mount(hono, app, media, mediaRoutes);
  mount(hono, app, quickReplies, quickReplyRoutes);
  mount(hono, app, dashboard, dashboardRoutes);
  mount(hono, app, employees, employeeRoutes);
  mount(hono, app, calendarFeeds, calendarFeedRoutes);
  mount(hono, app, appointments, appointmentRoutes);
  mount(hono, app, settings, settingsRoutes);
  mount(hono, app, reviews, reviewRoutes);
  mountGoogleCallback(hono, app);
  mount(hono, app, backups, backupRoutes);
  mount(hono, app, alerts, alertRoutes);
  mount(hono, app, webhooks, webhookRoutes);
  mount(hono, app, contactUpdates, contactUpdateRoutes);
  mount(hono, app, deletionConflicts, deletionConflictRoutes);
  mount(hono, app, paymentPlans, paymentPlanRoutes);
  // Before the subscribers: "verify-phone" is no id of one.
  mount(hono, app, financingApi, financingRoutes);
  mount(hono, app, planSubscribers, planSubscriberRoutes);
  mount(hono, app, audits, auditRoutes);
  mount(hono, app, clientPages, clientPageRoutes);
  mountEventStream(hono, app);
  hono.all("/api/*", () => problemResponse(new Problem(404, "There is no such call.")));

  mountPages(hono, app, manifest);
  return hono;
}
