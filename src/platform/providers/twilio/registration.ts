import type { Registration, RegistrationPart } from "#src/platform/providers/carrier.ts";
import { findOwn } from "#src/shared/find-own.ts";
import type { TwilioCredentials } from "./credentials.ts";

type Client = InstanceType<typeof import("twilio")["Twilio"]>;

/** The toll-free area codes of the North American plan. */
const TOLL_FREE = /^\+18(?:00|33|44|55|66|77|88)/;
/** A salon has one or two; more are not searched for the number. */
const MAX_SERVICES = 20;
const MAX_NUMBERS = 400;

/** Reads the state of the carriers' forms for the number. Parlor submits nothing there. */
export async function readRegistration(
  client: Client,
  credentials: TwilioCredentials,
): Promise<Registration> {
  const { phoneNumber } = credentials;
  if (!phoneNumber.startsWith("+1")) return { kind: "none" };
  if (TOLL_FREE.test(phoneNumber))
    return { kind: "toll-free", verification: await readVerification(client, phoneNumber) };

  const { serviceSid, isInService } = await findService(client, credentials);
  const [campaign] =
    serviceSid === undefined
      ? []
      : await client.messaging.v1.services(serviceSid).usAppToPerson.list({ limit: 1 });
  const brands = await client.messaging.v1.brandRegistrations.list({ limit: 20 });
  const brand =
    brands.find(({ sid }) => sid === campaign?.brandRegistrationSid) ??
    brands.toSorted((a, b) => Number(b.dateCreated) - Number(a.dateCreated))[0];
  return {
    kind: "local",
    isInService,
    brand: brand
      ? {
          state: findOwn(BRAND_STATES, brand.status) ?? "pending",
          reasons: reasonsOf(brand.errors, brand.failureReason),
          updatedAt: brand.dateUpdated?.getTime() ?? null,
        }
      : null,
    campaign: campaign
      ? {
          state: findOwn(CAMPAIGN_STATES, campaign.campaignStatus) ?? "pending",
          reasons: reasonsOf(campaign.errors),
          updatedAt: campaign.dateUpdated?.getTime() ?? null,
        }
      : null,
  };
}

const BRAND_STATES: Readonly<Record<string, RegistrationPart["state"]>> = {
  APPROVED: "approved",
  FAILED: "refused",
  SUSPENDED: "suspended",
  DELETION_PENDING: "suspended",
  DELETION_FAILED: "suspended",
};

const CAMPAIGN_STATES: Readonly<Record<string, RegistrationPart["state"]>> = {
  VERIFIED: "approved",
  FAILED: "refused",
  SUSPENDED: "suspended",
};

const VERIFICATION_STATES: Readonly<Record<string, RegistrationPart["state"]>> = {
  TWILIO_APPROVED: "approved",
  TWILIO_REJECTED: "refused",
};

async function readVerification(
  client: Client,
  phoneNumber: string,
): Promise<RegistrationPart | null> {
  const all = await client.messaging.v1.tollfreeVerifications.list({ limit: 100 });
  const own = all
    .filter((one) => one.tollfreePhoneNumber === phoneNumber)
    .toSorted((a, b) => Number(b.dateCreated) - Number(a.dateCreated))[0];
  if (!own) return null;
  return {
    state: findOwn(VERIFICATION_STATES, own.status) ?? "pending",
    reasons: reasonsOf(own.rejectionReasons, own.rejectionReason),
    updatedAt: own.dateUpdated?.getTime() ?? null,
  };
}

/** Returns the Messaging Service in Settings, or else the one that contains the number. */
async function findService(
  client: Client,
  { phoneNumber, messagingServiceSid }: TwilioCredentials,
): Promise<{ serviceSid: string | undefined; isInService: boolean }> {
  const contains = async (sid: string) => {
    const numbers = await client.messaging.v1
      .services(sid)
      .phoneNumbers.list({ limit: MAX_NUMBERS });
    return numbers.some((number) => number.phoneNumber === phoneNumber);
  };
  if (messagingServiceSid)
    return { serviceSid: messagingServiceSid, isInService: await contains(messagingServiceSid) };
  for (const { sid } of await client.messaging.v1.services.list({ limit: MAX_SERVICES }))
    if (await contains(sid)) return { serviceSid: sid, isInService: true };
  return { serviceSid: undefined, isInService: false };
}

/** Each of Twilio's forms has its own list of errors: texts, or objects with a description. */
function reasonsOf(errors: unknown, fallback?: string | null): string[] {
  const reasons = (Array.isArray(errors) ? errors : []).flatMap((error: unknown) => {
    if (typeof error === "string") return error;
    const fields = (error ?? {}) as Readonly<Record<string, unknown>>;
    const reason = fields["description"] ?? fields["reason"] ?? fields["message"];
    return typeof reason === "string" && reason !== "" ? reason : [];
  });
  return reasons.length === 0 && fallback ? [fallback] : [...new Set(reasons)];
}
