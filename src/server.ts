import { type Context, Hono, type Next } from "hono";
import { HTTPException } from "hono/http-exception";
import { accountModule } from "#src/accounts/profile/routes.ts";
import { authModule } from "#src/accounts/sign-in/routes.ts";
import { userModule } from "#src/accounts/users/routes.ts";
import { cardModule } from "#src/billing/cards/routes.ts";
import { checkoutModule } from "#src/billing/checkout/routes.ts";
import { clientPageModule } from "#src/billing/client-pages/routes.ts";
import { clientPlanModule } from "#src/billing/client-plans/client-plans.ts";
import { membershipModule } from "#src/billing/memberships/routes.ts";
import { owedRefundModule } from "#src/billing/owed-refunds/owed-refunds.ts";
import { payPageModule } from "#src/billing/pay-page/pay-page.ts";
import { paymentPlanModule } from "#src/billing/payment-plans/routes.ts";
import { paymentModule } from "#src/billing/payments/routes.ts";
import { planSubscriberModule } from "#src/billing/plan-subscribers/plan-subscribers.ts";
import { memberPortalModule } from "#src/billing/portal/member-portal.ts";
import { planPortalModule } from "#src/billing/portal/plan-portal.ts";
import { mountStripeWebhook } from "#src/billing/stripe/webhooks.ts";
import { subscriptionModule } from "#src/billing/subscriptions/subscriptions.ts";
import { appointmentModule } from "#src/calendar/appointments/routes.ts";
import { automaticTextModule } from "#src/calendar/automatic-texts/routes.ts";
import { availabilityModule } from "#src/calendar/availability/list-slots.ts";
import { deletionConflictModule } from "#src/calendar/deletion-conflicts/deletion-conflicts.ts";
import { employeeModule } from "#src/calendar/employees/routes.ts";
import { calendarFeedModule, mountCalendarFeed } from "#src/calendar/feeds/feeds.ts";
import { hoursModule } from "#src/calendar/hours/routes.ts";
import { bookingModule } from "#src/calendar/online-booking/routes.ts";
import { reportModule } from "#src/calendar/reports/routes.ts";
import { serviceModule } from "#src/calendar/services/routes.ts";
import { timeOffModule } from "#src/calendar/time-off/routes.ts";
import { visitHistoryModule } from "#src/calendar/visit-history/visit-history.ts";
import { visitFeeModule } from "#src/calendar/visit-payments/routes.ts";
import { waitlistModule, waitlistTodayModule } from "#src/calendar/waitlist/routes.ts";
import { assistantModule } from "#src/calls/assistant/assistant.ts";
import { potentialAppointmentModule } from "#src/calls/booking-requests/decide.ts";
import { callTranscriptModule } from "#src/calls/transcripts/transcripts.ts";
import { mountVoice } from "#src/calls/twilio/webhooks.ts";
import { contactUpdateModule } from "#src/clients/contact-updates/contact-updates.ts";
import { importModule } from "#src/clients/contacts/import-routes.ts";
import { contactModule } from "#src/clients/contacts/routes.ts";
import { offersModule } from "#src/clients/offers/offers.ts";
import { clientModule } from "#src/clients/profile/routes.ts";
import { tagModule } from "#src/clients/tags/tags.ts";
import { mountCheckoutPages } from "#src/demo/checkout-pages.ts";
import { demoPhoneModule } from "#src/demo/phone.ts";
import { exportModule } from "#src/integrations/exports/exports.ts";
import { mountInboundWebhooks, webhookModule } from "#src/integrations/zapier/zapier.ts";
import { campaignModule } from "#src/messaging/campaigns/routes.ts";
import { dashboardModule } from "#src/messaging/dashboard/routes.ts";
import { deliverabilityModule } from "#src/messaging/deliverability/scan.ts";
import { inboxModule } from "#src/messaging/inbox/routes.ts";
import { mountInboundTexts } from "#src/messaging/inbox/webhooks.ts";
import { mountSignedMedia } from "#src/messaging/media/media.ts";
import { mediaModule } from "#src/messaging/media/routes.ts";
import { mountReceipts } from "#src/messaging/outbox/webhooks.ts";
import { quickReplyModule } from "#src/messaging/quick-replies/quick-replies.ts";
import { registrationModule } from "#src/messaging/registration/routes.ts";
import { textSignUpModule } from "#src/messaging/sign-ups/sign-ups.ts";
import { alertModule } from "#src/platform/alerts/alerts.ts";
import { createApiDocumentModule } from "#src/platform/api-document/routes.ts";
import { auditModule } from "#src/platform/audit/routes.ts";
import { backupModule } from "#src/platform/backups/backups.ts";
import { compression } from "#src/platform/http/compression.ts";
import { mountEventStream } from "#src/platform/http/event-stream.ts";
import { mountHealth } from "#src/platform/http/health.ts";
import { mount } from "#src/platform/http/mount.ts";
import { isMembershipHost, sameOrigin } from "#src/platform/http/origin.ts";
import { mountUnknownMethods, mountUnknownRequests, onError } from "#src/platform/http/problems.ts";
import { recordRoute } from "#src/platform/http/requests.ts";
import type { Module } from "#src/platform/http/routes.ts";
import { mountMetrics } from "#src/platform/metrics/mount-metrics.ts";
import { type Manifest, readManifest } from "#src/platform/pages/assets.ts";
import { mountPages } from "#src/platform/pages/pages.ts";
import { pushModule } from "#src/platform/push/push.ts";
import { settingsModule } from "#src/platform/settings/routes.ts";
import { mountGoogleCallback } from "#src/reviews/google-sign-in.ts";
import { reviewModule } from "#src/reviews/routes.ts";
import { lazy } from "#src/shared/lazy.ts";
import type { App } from "./app.ts";
import { OTHER_OPERATIONS } from "./other-operations.ts";

/** The modules of the client pages, the only ones on the members' domain. */
const CLIENT_MODULES: readonly Module[] = [
  cardModule,
  checkoutModule,
  memberPortalModule,
  planPortalModule,
  clientPageModule,
  bookingModule,
  payPageModule,
  textSignUpModule,
];

/** Every module of the API. Where two paths match, the earlier one answers. */
export const MODULES: readonly Module[] = [
  authModule,
  accountModule,
  pushModule,
  userModule,
  contactModule,
  importModule,
  clientModule,
  tagModule,
  offersModule,
  campaignModule,
  deliverabilityModule,
  inboxModule,
  mediaModule,
  quickReplyModule,
  registrationModule,
  dashboardModule,
  employeeModule,
  hoursModule,
  timeOffModule,
  serviceModule,
  availabilityModule,
  calendarFeedModule,
  appointmentModule,
  visitHistoryModule,
  visitFeeModule,
  waitlistModule,
  waitlistTodayModule,
  paymentModule,
  owedRefundModule,
  reportModule,
  automaticTextModule,
  settingsModule,
  assistantModule,
  reviewModule,
  backupModule,
  alertModule,
  webhookModule,
  exportModule,
  contactUpdateModule,
  deletionConflictModule,
  callTranscriptModule,
  potentialAppointmentModule,
  paymentPlanModule,
  // Before planSubscriberModule: "verify-phone" is not an id.
  ...CLIENT_MODULES,
  planSubscriberModule,
  auditModule,
  membershipModule,
  subscriptionModule,
  clientPlanModule,
  createApiDocumentModule(() => MODULES, OTHER_OPERATIONS),
];

/** The whole server: middleware in order, then every module. */
export function createServer(app: App, manifest = readManifest()): Hono {
  const hono = createHono(app);
  const clientSite = lazy(() => createClientSite(app, manifest));
  hono.use((c, next) =>
    isMembershipHost(app, c.req.header("host"))
      ? Promise.resolve(clientSite().fetch(c.req.raw, c.env))
      : next(),
  );
  mountHealth(hono, app);
  mountMetrics(hono, app);

  // Signed by the provider, so these need no origin and no session.
  mountReceipts(hono, app);
  mountInboundTexts(hono, app);
  mountVoice(hono, app);
  mountSignedMedia(hono, app);
  // Authorized by its secret address.
  mountCalendarFeed(hono, app);

  // Authorized by a key in the body, or signed by Stripe.
  mountInboundWebhooks(hono, app);
  mountStripeWebhook(hono, app);

  hono.use("/api/*", sameOrigin(app));
  for (const module of MODULES) mount(hono, app, module);
  mountGoogleCallback(hono, app);
  mountEventStream(hono, app);
  if (app.config.demo) mount(hono, app, demoPhoneModule);
  mountUnknownRequests(hono);

  const { simulatedPayments } = app.providers;
  if (simulatedPayments) mountCheckoutPages(hono, app, simulatedPayments, manifest);
  mountPages(hono, app, manifest, "all");
  mountUnknownMethods(hono);
  return hono;
}

/** The members' domain: nothing of the staff answers there. */
function createClientSite(app: App, manifest: Manifest): Hono {
  const hono = createHono(app);
  hono.get("/up", (c) => c.text("up"));
  hono.use("/api/*", sameOrigin(app));
  for (const module of CLIENT_MODULES) mount(hono, app, module);
  mountUnknownRequests(hono);
  mountPages(hono, app, manifest, "clients");
  mountUnknownMethods(hono);
  return hono;
}

function createHono(app: App): Hono {
  const hono = new Hono();
  hono.use(recordRoute);
  hono.use(securityHeaders(app));
  hono.use(compression);
  hono.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    return onError(app)(error, c);
  });
  return hono;
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Headers of every response. Each page adds its own content security policy. */
function securityHeaders(app: App) {
  const isHttps = app.config.publicUrl?.startsWith("https:") ?? false;
  return async (c: Context, next: Next): Promise<void> => {
    await next();
    const { headers } = c.res;
    headers.set("x-content-type-options", "nosniff");
    headers.set("cross-origin-opener-policy", "same-origin");
    // Signing an agreement and photographing it need none of these.
    headers.set("permissions-policy", "camera=(), geolocation=(), microphone=(), usb=()");
    if (isHttps) headers.set("strict-transport-security", `max-age=${YEAR_SECONDS}`);
  };
}
