import type { Carrier } from "./twilio-carrier.ts";
import { type Json, notFound, type Reply } from "./twilio-reply.ts";

/** Line types by the ending of a number; any other number is a mobile. */
const MAGIC_LINES: Readonly<Record<string, string>> = {
  "0006": "landline",
  "0031": "nonFixedVoip",
  "0032": "tollFree",
  "0033": "pager",
  "0034": "unknown",
};

/** Free without `Fields`; only line_type_intelligence is played. */
export function fetchLookup(carrier: Carrier, query: URLSearchParams, raw: string): Reply {
  const number = e164(decodeURIComponent(raw), query.get("CountryCode") ?? "US");
  if (number === undefined) return notFound(`/v2/PhoneNumbers/${raw}`);

  const error = validationError(carrier, number);
  const wanted = (query.get("Fields") ?? "").split(",").includes("line_type_intelligence");
  const american = number.startsWith("+1") && !error;
  return {
    status: 200,
    body: {
      calling_country_code: american ? "1" : null,
      country_code: american ? "US" : null,
      phone_number: number,
      national_format: american ? nationalFormat(number) : null,
      valid: !error,
      validation_errors: error ? [error] : [],
      caller_name: null,
      sim_swap: null,
      call_forwarding: null,
      line_status: null,
      line_type_intelligence: wanted && !error ? lineType(carrier, number) : null,
      identity_match: null,
      reassigned_number: null,
      sms_pumping_risk: null,
      phone_number_quality_score: null,
      pre_fill: null,
      url: `https://lookups.twilio.com/v2/PhoneNumbers/${number}`,
    },
  };
}

function e164(raw: string, country: string): string | undefined {
  if (/^\+\d+$/.test(raw)) return raw;
  if (/^\d+$/.test(raw) && country === "US") return `+1${raw}`;
  return undefined;
}

function validationError(carrier: Carrier, number: string): string | undefined {
  const shortest = number.startsWith("+1") ? 12 : 8;
  const longest = number.startsWith("+1") ? 12 : 16;
  if (number.length < shortest) return "TOO_SHORT";
  if (number.length > longest) return "TOO_LONG";
  if (carrier.settings.magic && number.endsWith("0021")) return "INVALID_BUT_POSSIBLE";
  return undefined;
}

function lineType(carrier: Carrier, number: string): Json {
  const type = (carrier.settings.magic && MAGIC_LINES[number.slice(-4)]) || "mobile";
  if (type === "unknown")
    return { ...NO_CARRIER, carrier_name: null, type: null, error_code: 60600 };
  return { ...NO_CARRIER, carrier_name: "Stand-in Wireless", type, error_code: null };
}

const NO_CARRIER = { mobile_country_code: null, mobile_network_code: null };

function nationalFormat(number: string): string {
  return `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`;
}
