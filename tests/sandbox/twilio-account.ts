import type { Carrier } from "./twilio-carrier.ts";
import { rfc2822 } from "./twilio-dates.ts";
import { numberJson, updateNumber } from "./twilio-numbers.ts";
import { notFound, type Reply } from "./twilio-reply.ts";

const OPENED_AT = Date.UTC(2020, 0, 1);

/** The credentials test: a request that gets here has passed it. */
export function fetchAccount(carrier: Carrier): Reply {
  const uri = `/2010-04-01/Accounts/${carrier.accountSid}`;
  return {
    status: 200,
    body: {
      auth_token: carrier.authToken,
      date_created: rfc2822(OPENED_AT),
      date_updated: rfc2822(OPENED_AT),
      friendly_name: "Stand-in account",
      owner_account_sid: carrier.accountSid,
      sid: carrier.accountSid,
      status: "active",
      subresource_uris: { messages: `${uri}/Messages.json` },
      type: "Full",
      uri: `${uri}.json`,
    },
  };
}

/** Always one page: no account here has more numbers than fit in it. */
export function listNumbers(carrier: Carrier, query: URLSearchParams): Reply {
  const wanted = query.get("PhoneNumber") ?? "";
  const numbers = carrier.numbers.filter((number) => number.phoneNumber.includes(wanted));
  const uri = `/2010-04-01/Accounts/${carrier.accountSid}/IncomingPhoneNumbers.json?${query}`;
  return {
    status: 200,
    body: {
      end: Math.max(numbers.length - 1, 0),
      first_page_uri: uri,
      next_page_uri: null,
      page: 0,
      page_size: Number(query.get("PageSize") ?? 50),
      previous_page_uri: null,
      start: 0,
      uri,
      incoming_phone_numbers: numbers.map((number) => numberJson(carrier.accountSid, number)),
    },
  };
}

export function changeNumber(carrier: Carrier, form: URLSearchParams, sid: string): Reply {
  const number = carrier.numbers.find((owned) => owned.sid === sid);
  if (!number) return notFound(`/IncomingPhoneNumbers/${sid}.json`);

  updateNumber(number, form);
  return { status: 200, body: numberJson(carrier.accountSid, number) };
}
