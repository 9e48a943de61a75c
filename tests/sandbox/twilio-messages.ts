import { between } from "./random.ts";
import { carrierSegments } from "./segments.ts";
import { scheduleCallbacks } from "./twilio-callbacks.ts";
import type { Carrier } from "./twilio-carrier.ts";
import { rfc2822, sentBounds } from "./twilio-dates.ts";
import { type Message, page, record, sentAt, statusAt, stepOf } from "./twilio-ledger.ts";
import { errorMessage, lifeOf } from "./twilio-life.ts";
import { fetchMedia } from "./twilio-media.ts";
import { delayFor, drawFault, refuseContent, refuseMagic } from "./twilio-refusals.ts";
import { type Json, notFound, type Reply, refusal } from "./twilio-reply.ts";

export function createMessage(carrier: Carrier, form: URLSearchParams): Reply {
  const to = form.get("To") ?? "";
  const refused = refuseContent(form) ?? refuseMagic(carrier, to);
  if (refused) return refused;

  const fault = drawFault(carrier);
  if (fault === "tooMany" || fault === "refuse500") carrier.refusals += 1;
  if (fault === "tooMany") return refusal(429, 20429, "Too Many Requests");
  if (fault === "refuse500") return { status: 500, body: {}, fault: "500" };

  const message = accept(carrier, to, form);
  const reply = { status: 201, body: messageJson(carrier, message, 0) };
  const delayMs = delayFor(carrier, to);
  if (fault === "acceptThen500") return { ...reply, delayMs, fault: "500" };
  if (fault === "acceptThenDrop") return { ...reply, delayMs, fault: "drop" };
  return { ...reply, delayMs };
}

function accept(carrier: Carrier, to: string, form: URLSearchParams): Message {
  const { settings, ledger } = carrier;
  const from = form.get("From");
  const numMedia = form.getAll("MediaUrl").length;
  const body = settings.bodyPrefix + (form.get("Body") ?? "");
  const message: Message = {
    seq: ledger.all.length,
    sid: (numMedia > 0 ? "MM" : "SM") + carrier.ids.hex(),
    direction: "outbound-api",
    to,
    from: from ?? carrier.numbers[0]?.phoneNumber ?? "",
    serviceSid: form.get("MessagingServiceSid"),
    body,
    segments: carrierSegments(body),
    numMedia,
    statusCallback: form.get("StatusCallback"),
    validityPeriod: Number(form.get("ValidityPeriod")) || null,
    createdAt: carrier.now(),
    bornAt: performance.now(),
    life: lifeOf(to, settings.magic, from === null),
    paceMs: between(carrier.chance, settings.callbackDelayMs),
  };
  record(ledger, message);
  scheduleCallbacks(carrier, message);
  void fetchMedia(carrier, message.sid, form.getAll("MediaUrl"));
  return message;
}

export function fetchMessage(carrier: Carrier, _query: URLSearchParams, sid: string): Reply {
  const message = carrier.ledger.bySid.get(sid);
  if (!message) return notFound(`/Messages/${sid}.json`);
  return { status: 200, body: messageJson(carrier, message, stepOf(message)) };
}

export function listMessages(carrier: Carrier, query: URLSearchParams): Reply {
  const size = Number(query.get("PageSize") ?? 50);
  const number = Number(query.get("Page") ?? 0);
  const token = query.get("PageToken");
  const after = token?.slice(2) ?? null;
  if (after !== null && !carrier.ledger.bySid.has(after))
    return refusal(400, 20006, "Page token is not valid");

  const { rows, more } = page(carrier.ledger, {
    to: query.get("To"),
    from: query.get("From"),
    ...sentBounds(query),
    after,
    size,
  });
  const last = more ? rows.at(-1) : undefined;
  return {
    status: 200,
    body: {
      end: number * size + Math.max(rows.length - 1, 0),
      first_page_uri: pageUri(carrier, query, 0, null),
      next_page_uri: last ? pageUri(carrier, query, number + 1, `PA${last.sid}`) : null,
      page: number,
      page_size: size,
      // Nobody pages backwards.
      previous_page_uri: null,
      start: number * size,
      uri: pageUri(carrier, query, number, token),
      messages: rows.map((message) => messageJson(carrier, message, stepOf(message))),
    },
  };
}

function pageUri(
  carrier: Carrier,
  query: URLSearchParams,
  number: number,
  token: string | null,
): string {
  const changed = new URLSearchParams(query);
  changed.set("Page", String(number));
  changed.delete("PageToken");
  if (token !== null) changed.set("PageToken", token);
  return `/2010-04-01/Accounts/${carrier.accountSid}/Messages.json?${changed}`;
}

function messageJson(carrier: Carrier, message: Message, step: number): Json {
  const { life, sid } = message;
  const status = statusAt(message, step);
  const sent = sentAt(message, step);
  const errorCode = step === life.steps.length - 1 ? life.errorCode : null;
  const uri = `/2010-04-01/Accounts/${carrier.accountSid}/Messages/${sid}`;
  return {
    body: message.body,
    num_segments: String(message.segments),
    direction: message.direction,
    from: status === "accepted" ? null : message.from,
    to: message.to,
    date_updated: rfc2822(sent ?? message.createdAt),
    price: sent === null || status === "failed" ? null : (-0.0079 * message.segments).toFixed(5),
    error_message: errorCode === null ? null : errorMessage(errorCode),
    uri: `${uri}.json`,
    account_sid: carrier.accountSid,
    num_media: String(message.numMedia),
    status,
    messaging_service_sid: message.serviceSid,
    sid,
    date_sent: sent === null ? null : rfc2822(sent),
    date_created: rfc2822(message.createdAt),
    error_code: errorCode,
    price_unit: "USD",
    api_version: "2010-04-01",
    subresource_uris: { media: `${uri}/Media.json` },
  };
}
