import { inTransaction } from "#db/connection.ts";
import { sortSampleAudits } from "#db/platform/audit.ts";
import { findUserByName } from "#db/platform/users.ts";
import { createAdmin, register } from "#src/accounts/sign-in/sign-in.ts";
import { approveUser } from "#src/accounts/users/users.ts";
import type { App, Staff } from "#src/app.ts";
import { grantOffers } from "#src/clients/consent.ts";
import { addContact } from "#src/clients/contacts/contacts.ts";
import { createCampaign } from "#src/messaging/campaigns/campaigns.ts";
import { markUndeliverable } from "#src/messaging/deliverability/deliverability.ts";
import { receiveText } from "#src/messaging/inbox/inbound.ts";
import { markRead, sendMessage, startConversation } from "#src/messaging/inbox/inbox.ts";
import { createQuickReply } from "#src/messaging/quick-replies/quick-replies.ts";
import { sampleConnection } from "#src/platform/providers/simulated/reviews.ts";
import { LANDLINE } from "#src/platform/providers/twilio/error-codes.ts";
import { saveGoogleConnection } from "#src/platform/settings/google-connection.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { fetchNow } from "#src/reviews/fetch.ts";
import { listReviews } from "#src/reviews/list.ts";
import { checkOff, matchReview } from "#src/reviews/reviews.ts";
import { createAppointments } from "./appointments.ts";
import { createAutomaticTexts } from "./automatic-texts.ts";
import { createCalls } from "./calls.ts";
import { createNotesAndTags, sendPicture } from "./clients.ts";
import { atTime, sendWaiting, simulatedSid } from "./history.ts";
import { createMemberships } from "./memberships.ts";
import { createPaymentPlans } from "./payment-plans.ts";
import { payDeposit, payPastVisits } from "./payments.ts";
import { CHATS, clientNames, PAST_CAMPAIGNS, QUICK_REPLIES } from "./people.ts";
import { createWaitlist, createWebhookRequests } from "./requests.ts";

export const DEMO_USER = "maya";
export const DEMO_PASSWORD = "halcyon-2026";

const DAY = 24 * 60 * 60 * 1000;
const MINUTE = 60 * 1000;
/** Two months and the days from booking to visit, as src/demo/visits.ts and appointments.ts have them. */
const FIRST_VISITS = 75 * DAY;
const CLIENTS = 236;
/** Of this many oldest clients, every fourth never agreed to offers. */
const WITHOUT_CONSENT = 56;
const CALLER = { ip: null, userAgent: null };

/** Creates a salon that has used Parlor for two months, with the service functions that staff use and a shifted clock. */
export async function fillSalon(app: App): Promise<void> {
  await createAdmin(app, {
    username: DEMO_USER,
    email: "maya@halcyon.example",
    password: DEMO_PASSWORD,
  });
  await register(
    app,
    { username: "priya", email: "priya@halcyon.example", password: DEMO_PASSWORD },
    CALLER,
  );
  await register(
    app,
    { username: "jo", email: "jo@halcyon.example", password: crypto.randomUUID() },
    CALLER,
  );
  const now = app.now();
  const maya = getStaff(app, DEMO_USER);
  const clients = inTransaction(app.db, () => {
    saveBusiness(app, maya);
    for (const reply of QUICK_REPLIES) createQuickReply(app, maya, reply);
    const added = addClients(app, maya, now);
    sendPastCampaigns(app, maya, added, now);
    createChats(app, maya, added, now);
    createPaymentPlans(app, maya, added);
    const [, , priya = 0] = createAppointments(app, maya, added);
    payPastVisits(app, maya);
    approveUser(app, maya, getStaff(app, "priya").id, {
      permissions: {
        pages: ["/", "/campaigns", "/inbox", "/contacts", "/appointments"],
        employeeIds: [priya],
        canViewClientPhoneNumbers: true,
        canViewClientNames: true,
      },
    });
    return added;
  });
  await createNotesAndTags(
    app,
    maya,
    clients.map(({ id }) => id),
  );
  await createAutomaticTexts(
    app,
    maya,
    clients.map(({ id }) => id),
  );
  await payDeposit(app, maya);
  // After everything that sends waiting texts at a time of the past, which would send these, too.
  createOpenCampaigns(app, maya, clients, now);
  createWebhookRequests(app, maya);
  // The newest contact, so it's added last.
  receiveReply(
    app,
    { id: 0, phone: "+17375550990" },
    "Hi, do you take walk-ins for brows on Saturdays?",
    now - 14 * MINUTE,
  );
  createWaitlist(app, maya, clients);
  createCalls(app, maya, clients);
  createMemberships(app, maya, getStaff(app, "priya"), clients);
  await createReviews(app, maya, clients);
  inTransaction(app.db, () => sortSampleAudits(app.db));
}

interface Client {
  readonly id: number;
  readonly phone: string;
}

function saveBusiness(app: App, maya: Staff): void {
  saveSettings(app, maya, {
    businessName: "Halcyon Skin & Hair",
    businessAddress: "1204 South Lamar, Austin, TX",
    businessPhone: "(512) 555-0600",
    businessEmail: "hello@halcyon.example",
    // The simulated card processor asks for no key; these make Settings show that it is connected.
    stripePublishableKey: "pk_test_demo",
    stripeSecretKey: "sk_test_demo",
    stripeWebhookSecret: "whsec_demo",
    timeZone: "America/Chicago",
    messageCount: 1,
    delaySeconds: 2,
  });
}

/** Before their first visits. The newest is added last, so that the list begins with the clients of the chats. */
function addClients(app: App, maya: Staff, now: number): Client[] {
  return clientNames(CLIENTS)
    .map((name, index) => {
      const then = atTime(app, now - FIRST_VISITS - (index + 1) * 7 * 60 * MINUTE);
      const area = index % 4 === 1 ? "737" : "512";
      const phone = `+1${area}555${String(100 + index).padStart(4, "0")}`;
      return { then, contact: { name, phone, email: null, userId: maya.id } };
    })
    .toReversed()
    .map(({ then, contact }, at) => {
      const id = addContact(then, contact);
      if (at % 4 !== 0 || at >= WITHOUT_CONSENT)
        grantOffers(then, maya, contact.phone, "Checked the box on our intake form");
      return { id, phone: contact.phone };
    })
    .toReversed();
}

function sendPastCampaigns(app: App, maya: Staff, clients: readonly Client[], now: number): void {
  for (const { name, message, daysAgo, share, replies } of PAST_CAMPAIGNS) {
    const then = now - daysAgo * DAY;
    const audience = clients.filter((_, index) => index % share === 0);
    createCampaign(atTime(app, then), maya, {
      name,
      message,
      contactIds: audience.map(({ id }) => id),
      skipCheck: true,
    });
    sendWaiting(app, then);
    replies.forEach((body, index) => {
      const client = audience[(index * 7) % audience.length];
      if (client) receiveReply(app, client, body, then + (30 + index * 11) * MINUTE);
    });
  }
  for (const client of clients.slice(-4))
    markUndeliverable(app, client.phone, { code: LANDLINE, at: app.now() });
}

function createChats(app: App, maya: Staff, clients: readonly Client[], now: number): void {
  CHATS.forEach(({ lines, minutesAgo, unread }, index) => {
    const client = clients[index];
    if (!client) return;
    let time = now - minutesAgo * MINUTE - lines.length * 4 * MINUTE;
    for (const line of lines) {
      time += 4 * MINUTE;
      if (line.from === "client") receiveReply(app, client, line.body, time);
      else sendReply(app, maya, client, line.body, time);
    }
    if (!unread) markRead(app, maya, startConversation(app, maya, client.id).id);
  });
  const [, , , renata] = clients;
  if (renata) sendPicture(app, renata.phone, "Could I have this copper?", now - 25 * MINUTE);
}

/** Creates a sending campaign and two drafts that wait for approval. */
function createOpenCampaigns(app: App, maya: Staff, clients: readonly Client[], now: number): void {
  const priya = getStaff(app, "priya");
  createCampaign(atTime(app, now - 2 * DAY), priya, {
    name: "Gift Card Early Access",
    message:
      "Members first! Holiday gift cards open today: buy $100, get $20 to spend in January. Reply GIFT and we will send the link.",
    skipCheck: true,
  });
  createCampaign(atTime(app, now - 4 * 60 * MINUTE), priya, {
    name: "New Year Skin Reset",
    message:
      "New year, fresh skin. Book a 3-peel series before December 24 and we will lock in this year's price.",
    skipCheck: true,
  });
  createCampaign(app, maya, {
    name: "Winter Glow Facials",
    message:
      "Hi {firstName|there}, glow season is close. Winter facials are $20 off through the 30th. Reply BOOK and we will find you a time, or STOP to opt out.",
    contactIds: clients.slice(0, 180).map(({ id }) => id),
    skipCheck: true,
  });
}

function receiveReply(app: App, { phone }: Client, body: string, time: number): void {
  receiveText(atTime(app, time), {
    providerId: simulatedSid(),
    from: phone,
    body,
    at: time,
    carrierAnswered: true,
  });
}

function sendReply(app: App, maya: Staff, client: Client, body: string, time: number): void {
  const then = atTime(app, time);
  sendMessage(then, maya, { conversationId: startConversation(then, maya, client.id).id, body });
  sendWaiting(app, time);
}

function getStaff(app: App, username: string): Staff {
  const user = findUserByName(app.db, username);
  if (!user) throw new Error(`The demo has no user named ${username}`);
  return { ...user, caller: CALLER };
}

/** Fetches the sample reviews: most are matched by name, one by hand. */
async function createReviews(
  app: App,
  maya: Staff,
  clients: readonly { readonly id: number }[],
): Promise<void> {
  const then = atTime(app, app.now() - 12 * MINUTE);
  saveGoogleConnection(then, maya, sampleConnection(app.now()));
  await fetchNow(then, maya);
  const all = await listReviews(then, maya, { q: "", limit: 50 });
  const by = (name: string) => all.find(({ reviewerName }) => reviewerName === name)?.id ?? 0;
  const mei = clients[10];
  if (mei) matchReview(then, maya, by("glow.and.go"), mei.id);
  for (const name of ["Renata Silva", "Wren Calloway"]) checkOff(then, maya, by(name));
}
