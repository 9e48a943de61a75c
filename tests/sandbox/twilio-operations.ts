import type { ErrorObject } from "ajv";
import { changeNumber, fetchAccount, listNumbers } from "./twilio-account.ts";
import type { Carrier } from "./twilio-carrier.ts";
import { answerErrors, requestErrors, type Source } from "./twilio-contract.ts";
import { fetchLookup } from "./twilio-lookups.ts";
import { createMessage, fetchMessage, listMessages } from "./twilio-messages.ts";
import { REGISTRATION_OPERATIONS } from "./twilio-registration.ts";
import { type Reply, refusal } from "./twilio-reply.ts";

export interface Operation extends Source {
  readonly name: string;
  /** The address below the account (or the whole path of a Lookup); its group is the id. */
  readonly address: RegExp;
  readonly handle: (carrier: Carrier, form: URLSearchParams, id: string) => Reply;
}

const ACCOUNT = "/2010-04-01/Accounts/{AccountSid}";

/** Every request the product may send to Twilio; the first must be found fast. */
export const OPERATIONS: readonly Operation[] = [
  {
    name: "Messages create",
    address: /^\/Messages\.json$/,
    file: "api",
    path: `${ACCOUNT}/Messages.json`,
    method: "post",
    status: "201",
    handle: createMessage,
  },
  {
    name: "Messages list",
    address: /^\/Messages\.json$/,
    file: "api",
    path: `${ACCOUNT}/Messages.json`,
    method: "get",
    status: "200",
    handle: listMessages,
  },
  {
    name: "Messages fetch",
    address: /^\/Messages\/((?:SM|MM)[0-9a-f]{32})\.json$/,
    file: "api",
    path: `${ACCOUNT}/Messages/{Sid}.json`,
    method: "get",
    status: "200",
    handle: fetchMessage,
  },
  {
    name: "Accounts fetch",
    address: /^\.json$/,
    file: "api",
    path: "/2010-04-01/Accounts/{Sid}.json",
    method: "get",
    status: "200",
    handle: fetchAccount,
  },
  {
    name: "IncomingPhoneNumbers list",
    address: /^\/IncomingPhoneNumbers\.json$/,
    file: "api",
    path: `${ACCOUNT}/IncomingPhoneNumbers.json`,
    method: "get",
    status: "200",
    handle: listNumbers,
  },
  {
    name: "IncomingPhoneNumbers update",
    address: /^\/IncomingPhoneNumbers\/(PN[0-9a-f]{32})\.json$/,
    file: "api",
    path: `${ACCOUNT}/IncomingPhoneNumbers/{Sid}.json`,
    method: "post",
    status: "200",
    handle: changeNumber,
  },
  {
    name: "Lookups fetch",
    address: /^\/v2\/PhoneNumbers\/([^/]+)$/,
    file: "lookups",
    path: "/v2/PhoneNumbers/{PhoneNumber}",
    method: "get",
    status: "200",
    handle: fetchLookup,
  },
  ...REGISTRATION_OPERATIONS,
];

export function perform(
  carrier: Carrier,
  operation: Operation,
  form: URLSearchParams,
  id: string,
): Reply {
  if (!carrier.settings.validate) return operation.handle(carrier, form, id);

  const refused = refuseByContract(carrier, operation, form);
  if (refused) return refused;

  const reply = operation.handle(carrier, form, id);
  const wrong = reply.status < 300 ? answerErrors(operation, reply.body) : undefined;
  if (wrong) throw new Error(`${operation.name} answered against the contract: ${wrong}`);
  return reply;
}

/** Fields that users type: an invalid one is refused, but isn't a bug of the program. */
const FIELD_REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  To: [21211, "The 'To' number is not a valid phone number."],
  From: [21212, "The 'From' number is not a valid phone number."],
  StatusCallback: [21609, "The 'StatusCallback' URL is not a valid URL."],
  MediaUrl: [21620, "Invalid media URL(s)"],
  MessagingServiceSid: [21705, "The Messaging Service is invalid."],
};

function refuseByContract(
  carrier: Carrier,
  operation: Operation,
  form: URLSearchParams,
): Reply | undefined {
  const errors = requestErrors(operation, form);
  const error = errors.find(({ keyword }) => keyword === "additionalProperties") ?? errors[0];
  // A missing To has its own code, which the operation itself returns.
  if (!error || error.keyword === "required") return undefined;

  const field = FIELD_REFUSALS[error.instancePath.split("/")[1] ?? ""];
  if (field) return refusal(400, ...field);

  const message = `${operation.name}: ${inWords(error)}`;
  carrier.unexpected.push(message);
  return refusal(400, 20001, message);
}

function inWords({ keyword, params, instancePath, message }: ErrorObject): string {
  const { additionalProperty } = params;
  if (keyword === "additionalProperties") return `unknown parameter '${additionalProperty}'`;
  return `'${instancePath.slice(1)}' ${message}`;
}
