import { KEYS } from "#tests/sandbox/outside-shapes.ts";
import { STRIPE_KEY } from "#tests/sandbox/stripe-stand-in.ts";
import { PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { startGoogleProcess } from "#tests/support/google-process.ts";
import type { MovingClock } from "#tests/support/moving-clock.ts";
import { connectStandIn, createOwner, OWNER, signedIn } from "#tests/support/salon.ts";
import { startStandInProcess } from "#tests/support/stand-in-process.ts";
import { startStripeProcess } from "#tests/support/stripe-process.ts";

export const ZONE = "America/New_York";
export const WEBHOOK_SECRET = "whsec_of_the_long_run";
/** Clients whose texts are accounted for. */
export const CLIENTS = 600;
/** Clients who are imported, edited and erased. Their texts disappear with them. */
export const FLEETING = "+1646";

export const phoneOf = (n: number) => `+1212${String(2_000_000 + n * 10 + 4)}`;

export interface Salon {
  readonly data: string;
  readonly clock: MovingClock;
  readonly parlor: RunningParlor;
  readonly twilio: Awaited<ReturnType<typeof startStandInProcess>>;
  readonly stripe: Awaited<ReturnType<typeof startStripeProcess>>;
  readonly google: Awaited<ReturnType<typeof startGoogleProcess>>;
  readonly contactIds: readonly number[];
  readonly employeeIds: readonly number[];
  /** The last one needs a deposit. */
  readonly serviceIds: readonly number[];
  readonly membershipId: string;
  readonly planId: string;
  readonly end: () => void;
}

/** A salon with everything connected. All processes share the moving clock. */
export async function openSalon(clock: MovingClock, seed: number): Promise<Salon> {
  const data = newFolder("long-run");
  const [twilio, stripe, google] = await Promise.all([
    startStandInProcess(seed, clock.env),
    startStripeProcess(clock.env),
    startGoogleProcess(clock.env),
  ]);
  await stripe.until(clock.now());
  const parlor = await startParlor(["serve", "--data", data, "--port", "0"], {
    ...clock.env,
    TZ: ZONE,
    PARLOR_TRUSTED_PROXIES: "127.0.0.1",
    TWILIO_API_BASE: twilio.url,
    TWILIO_LOOKUPS_BASE: twilio.url,
    TWILIO_MESSAGING_BASE: twilio.url,
    STRIPE_API_BASE: stripe.url,
    OPENAI_BASE_URL: `${google.url}/openai/v1`,
    ELEVENLABS_API_BASE: google.url,
    GOOGLE_ACCOUNTS_BASE: google.url,
    GOOGLE_OAUTH_BASE: google.url,
    GOOGLE_BUSINESS_BASE: google.url,
  });
  await createOwner(data);
  const owner = await signedIn(parlor);
  // The clock runs sixty times as fast: this is twenty texts in a real second.
  await connectStandIn(owner, parlor.url, { messageCount: 1, delaySeconds: 3 });
  await owner.request("POST", "/api/settings", {
    timeZone: ZONE,
    quietHoursEnabled: true,
    campaignsOnSundaysAndHolidays: true,
    businessName: "Halcyon",
    businessPhone: "(512) 555-0100",
    businessEmail: "hello@halcyon.example.com",
    stripeSecretKey: STRIPE_KEY,
    stripeWebhookSecret: WEBHOOK_SECRET,
    openaiApiKey: KEYS.openai,
    googleOAuthClientId: KEYS.clientId,
    googleOAuthClientSecret: KEYS.clientSecret,
    appointmentReminderEnabled: true,
    appointmentReminderTime: "09:15",
    appointmentThankYouEnabled: true,
  });
  await owner.request("POST", "/api/account/confirm-password", { password: OWNER.password });
  await twilio.control({
    magic: false,
    latencyMs: 15,
    callbackDelayMs: [20, 400],
    duplicate: 0.1,
    shuffle: true,
    smsUrl: `${parlor.url}/api/twilio/webhook`,
    faults: { tooMany: 0.005, acceptThen500: 0.005, acceptThenDrop: 0.005, refuse500: 0.005 },
  });
  const employeeIds = [];
  const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
  const weekly = Object.fromEntries(days.map((day) => [day, [{ start: "08:00", end: "20:00" }]]));
  await owner.request("PUT", "/api/hours", { weekly, closedDays: [] });
  for (const name of ["Elena Sato", "Tomas Reyes", "Jo Whitlock", "Ana Silva"])
    employeeIds.push((await owner.request("POST", "/api/employees", { name })).id);
  const serviceIds = [];
  for (const [name, durationMinutes, deposit] of [
    ["Haircut", 30, null],
    ["Facial", 60, null],
    ["Balayage", 90, "40.00"],
  ] as const)
    serviceIds.push(
      (
        await owner.request("POST", "/api/services", {
          name,
          durationMinutes,
          price: "120.00",
          onlineBooking: true,
          deposit,
        })
      ).id,
    );
  const contacts = Array.from({ length: CLIENTS }, (_, n) => ({
    firstName: `Client${n}`,
    lastName: "Regular",
    phoneNumber: phoneOf(n),
  }));
  for (let from = 0; from < CLIENTS; from += 500)
    await owner.request("POST", "/api/contacts/bulk-import", {
      consentBasis: "They signed a form",
      contacts: contacts.slice(from, from + 500),
    });
  const listed: { id: number }[] = await owner.request("GET", "/api/contacts/all");
  const membership = await owner.request("POST", "/api/memberships", {
    name: "Glow Club",
    description: "One facial a week",
    price: "49.00",
    billingFrequency: "week",
    agreementText: "# Glow Club\n\nThe membership costs $49.00 per week.",
  });
  const plan = await owner.request("POST", "/api/payment-plans", {
    name: "Laser series",
    principalAmount: "100.00",
    feePercentage: "0",
    installmentCount: 3,
    installmentInterval: "week",
    agreementText: "# Agreement\nYou pay in three parts.",
  });
  return {
    data,
    clock,
    parlor,
    twilio,
    stripe,
    google,
    contactIds: listed.map(({ id }) => id),
    employeeIds,
    serviceIds,
    membershipId: membership.id,
    planId: plan.id,
    end() {
      for (const standIn of [twilio, stripe, google]) standIn.end();
    },
  };
}

export const SALON_NUMBER = PHONE_NUMBER;
