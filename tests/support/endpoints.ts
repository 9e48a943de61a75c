import { account } from "#src/account/contract.ts";
import { alerts } from "#src/alerts/contract.ts";
import { appointments } from "#src/appointments/contract.ts";
import { audits } from "#src/audit/contract.ts";
import { auth } from "#src/auth/contract.ts";
import { backups } from "#src/backups/contract.ts";
import { calendarFeeds } from "#src/calendar-feeds/contract.ts";
import { callTranscripts } from "#src/call-transcripts/contract.ts";
import { calls } from "#src/calls/contract.ts";
import { campaigns } from "#src/campaigns/contract.ts";
import { clientPages } from "#src/client-pages/contract.ts";
import { clients } from "#src/clients/contract.ts";
import { contactUpdates } from "#src/contact-updates/contract.ts";
import { contacts } from "#src/contacts/contract.ts";
import { dashboard } from "#src/dashboard/contract.ts";
import { deletionConflicts } from "#src/deletion-conflicts/contract.ts";
import { deliverability } from "#src/deliverability/contract.ts";
import { employees } from "#src/employees/contract.ts";
import { financingApi } from "#src/financing/contract.ts";
import { inbox } from "#src/inbox/contract.ts";
import { media } from "#src/media/contract.ts";
import { members } from "#src/members/contract.ts";
import { memberships } from "#src/memberships/contract.ts";
import { paymentPlans } from "#src/payment-plans/contract.ts";
import { planSubscribers } from "#src/plan-subscribers/contract.ts";
import { potentialAppointments } from "#src/potential-appointments/contract.ts";
import { quickReplies } from "#src/quick-replies/contract.ts";
import { reviews } from "#src/reviews/contract.ts";
import { settings } from "#src/settings/contract.ts";
import type { AnyEndpoint } from "#src/shared/endpoint.ts";
import { subscriptions } from "#src/subscriptions/contract.ts";
import { tags } from "#src/tags/contract.ts";
import { users } from "#src/users/contract.ts";
import { webhooks } from "#src/webhooks/contract.ts";

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
