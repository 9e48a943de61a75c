import messaging from "#tests/contracts/twilio/twilio_messaging_v1.trim.json" with { type: "json" };
import type { Carrier } from "./twilio-carrier.ts";
import type { Source } from "./twilio-contract.ts";
import type { Json, Reply } from "./twilio-reply.ts";
import { at } from "./twilio-schema.ts";

interface RegistrationOperation extends Source {
  readonly name: string;
  readonly address: RegExp;
  readonly handle: (carrier: Carrier, form: URLSearchParams, id: string) => Reply;
}

const SERVICE_SID = `MG${"b".repeat(32)}`;

/** What US carriers know, read-only: the examples of Twilio's contract with what a test has changed. */
export const REGISTRATION_OPERATIONS: readonly RegistrationOperation[] = [
  list("Services list", "/v1/Services", "services", () => [{ sid: SERVICE_SID }]),
  list(
    "Service numbers list",
    "/v1/Services/{ServiceSid}/PhoneNumbers",
    "phone_numbers",
    (carrier) =>
      carrier.settings.registration.isInService === false
        ? []
        : carrier.numbers.map(({ sid, phoneNumber }) => ({ sid, phone_number: phoneNumber })),
  ),
  list(
    "Usa2p list",
    "/v1/Services/{MessagingServiceSid}/Compliance/Usa2p",
    "compliance",
    (carrier) => toList(carrier.settings.registration.campaign),
  ),
  list("Brand registrations list", "/v1/a2p/BrandRegistrations", "data", (carrier) =>
    toList(carrier.settings.registration.brand),
  ),
  list("Toll-free verifications list", "/v1/Tollfree/Verifications", "verifications", (carrier) =>
    toList(carrier.settings.registration.tollFree),
  ),
];

function list(
  name: string,
  path: string,
  key: string,
  entries: (carrier: Carrier) => readonly Json[],
): RegistrationOperation {
  return {
    name,
    file: "messaging",
    path,
    method: "get",
    status: "200",
    address: new RegExp(`^${path.replace(/\{\w+\}/, "(MG[0-9a-f]{32})")}$`),
    handle: (carrier) => {
      const example = exampleOf(path);
      const [first] = example[key] as readonly Json[];
      const own = { account_sid: carrier.accountSid };
      const body = entries(carrier).map((entry) => ({ ...first, ...own, ...entry }));
      return { status: 200, body: { ...example, [key]: body } };
    },
  };
}

function toList(entry: Json | null | undefined): readonly Json[] {
  return entry ? [entry] : [];
}

function exampleOf(path: string): Json {
  const content = at(messaging, "paths", path, "get", "responses", "200", "content");
  const [example] = Object.values(at(content, "application/json", "examples"));
  return at(example, "value") as Json;
}
