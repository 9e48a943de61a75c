import { account } from "#src/accounts/profile/contract.ts";
import { auth } from "#src/accounts/sign-in/contract.ts";
import { users } from "#src/accounts/users/contract.ts";
import { clientPages } from "#src/billing/client-pages/contract.ts";
import { financingApi } from "#src/billing/financing/contract.ts";
import { members } from "#src/billing/members/contract.ts";
import { memberships } from "#src/billing/memberships/contract.ts";
import { paymentPlans } from "#src/billing/payment-plans/contract.ts";
import { planSubscribers } from "#src/billing/plan-subscribers/contract.ts";
import { subscriptions } from "#src/billing/subscriptions/contract.ts";
import { appointments } from "#src/calendar/appointments/contract.ts";
import { deletionConflicts } from "#src/calendar/deletion-conflicts/contract.ts";
import { employees } from "#src/calendar/employees/contract.ts";
import { calendarFeeds } from "#src/calendar/feeds/contract.ts";
import { calls } from "#src/calls/assistant/contract.ts";
import { potentialAppointments } from "#src/calls/booking-requests/contract.ts";
import { callTranscripts } from "#src/calls/transcripts/contract.ts";
import { contactUpdates } from "#src/clients/contact-updates/contract.ts";
import { contacts } from "#src/clients/contacts/contract.ts";
import { clients } from "#src/clients/profile/contract.ts";
import { tags } from "#src/clients/tags/contract.ts";
import { webhooks } from "#src/integrations/zapier/contract.ts";
import { campaigns } from "#src/messaging/campaigns/contract.ts";
import { dashboard } from "#src/messaging/dashboard/contract.ts";
import { deliverability } from "#src/messaging/deliverability/contract.ts";
import { inbox } from "#src/messaging/inbox/contract.ts";
import { media } from "#src/messaging/media/contract.ts";
import { quickReplies } from "#src/messaging/quick-replies/contract.ts";
import { alerts } from "#src/platform/alerts/contract.ts";
import { audits } from "#src/platform/audit/contract.ts";
import { backups } from "#src/platform/backups/contract.ts";
import { settings } from "#src/platform/settings/contract.ts";
import { reviews } from "#src/reviews/contract.ts";
import type { AnyEndpoint } from "#src/shared/endpoint.ts";

const contracts = [
  auth,
  account,
  users,
  contacts,
  clients,
  tags,
  campaigns,
  deliverability,
  inbox,
  media,
  quickReplies,
  dashboard,
  employees,
  calendarFeeds,
  appointments,
  settings,
  calls,
  reviews,
  backups,
  alerts,
  webhooks,
  deletionConflicts,
  contactUpdates,
  callTranscripts,
  potentialAppointments,
  paymentPlans,
  financingApi,
  planSubscribers,
  audits,
  memberships,
  subscriptions,
  members,
  clientPages,
];
/** Every endpoint of the API, but for the event stream and what providers call. */
export const endpoints = contracts.flatMap((contract) => Object.values(contract) as AnyEndpoint[]);
