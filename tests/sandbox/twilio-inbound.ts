import { carrierSegments } from "./segments.ts";
import { type Params, signForm } from "./signature.ts";
import type { Carrier } from "./twilio-carrier.ts";
import { type Message, record } from "./twilio-ledger.ts";
import { RECEIVED } from "./twilio-life.ts";
import { type InboundText, inboundWebhook } from "./twilio-shapes.ts";

export interface InboundResult {
  readonly sid: string;
  /** The webhook's reply; null when it was not requested. */
  readonly status: number | null;
  readonly body: string | null;
}

/** A client texts the business. Rejects when nobody answers at the webhook. */
export async function receiveText(
  carrier: Carrier,
  text: InboundText,
  mediaBase: string,
): Promise<InboundResult> {
  const message = storeMessage(carrier, text);
  if (text.deliver === false) return { sid: message.sid, status: null, body: null };

  const address = webhookOf(carrier, text.to);
  const params = inboundParams(carrier, message, text, mediaBase);
  if (carrier.settings.validate) inboundWebhook.parse(params);
  const response = await carrier.deliver(address, signForm(carrier.authToken, address, params));
  return { sid: message.sid, status: response.status, body: await response.text() };
}

function storeMessage(carrier: Carrier, text: InboundText): Message {
  const known = text.sid === undefined ? undefined : carrier.ledger.bySid.get(text.sid);
  if (known) return known;

  const numMedia = text.numMedia ?? 0;
  const message: Message = {
    seq: carrier.ledger.all.length,
    sid: text.sid ?? (numMedia > 0 ? "MM" : "SM") + carrier.ids.hex(),
    direction: "inbound",
    to: text.to,
    from: text.from,
    serviceSid: text.messagingServiceSid ?? null,
    body: text.body,
    segments: carrierSegments(text.body),
    numMedia,
    statusCallback: null,
    validityPeriod: null,
    createdAt: carrier.now(),
    bornAt: performance.now(),
    life: RECEIVED,
    paceMs: 0,
  };
  record(carrier.ledger, message);
  return message;
}

function webhookOf(carrier: Carrier, phoneNumber: string): string {
  const number = carrier.numbers.find((owned) => owned.phoneNumber === phoneNumber);
  const address = number?.settings.sms_url || carrier.settings.smsUrl;
  if (!address) throw new Error(`${phoneNumber} has no SmsUrl`);
  if (number?.settings.sms_method === "GET")
    throw new Error(`${phoneNumber} is set to GET, which Parlor does not serve`);
  return address;
}

function inboundParams(
  carrier: Carrier,
  message: Message,
  text: InboundText,
  mediaBase: string,
): Params {
  const media = Array.from({ length: message.numMedia }, (_, at) => [
    [`MediaUrl${at}`, `${mediaBase}/${message.sid}/Media/ME${String(at).padStart(32, "0")}`],
    [`MediaContentType${at}`, "image/png"],
  ]);
  return {
    AccountSid: carrier.accountSid,
    ApiVersion: "2010-04-01",
    Body: message.body,
    From: message.from,
    FromCountry: "US",
    MessageSid: message.sid,
    NumMedia: String(message.numMedia),
    NumSegments: String(message.segments),
    SmsMessageSid: message.sid,
    SmsSid: message.sid,
    SmsStatus: "received",
    To: message.to,
    ToCountry: "US",
    ...(text.messagingServiceSid && { MessagingServiceSid: text.messagingServiceSid }),
    ...(text.optOutType && { OptOutType: text.optOutType }),
    ...Object.fromEntries(media.flat()),
  };
}
