import type { Hono } from "hono";
import { signature } from "#tests/sandbox/signature.ts";
import { ACCOUNT_SID, AUTH_TOKEN, BASE, type TestApp } from "./test-app.ts";

interface Receipt {
  readonly sid: string;
  readonly to: string;
  readonly status: string;
  readonly errorCode?: number;
}

/** Posts what Twilio sends to a status callback. Returns the status. */
export function postReceipt(hono: Hono, address: string, receipt: Receipt): Promise<number> {
  return postSigned(hono, address, {
    MessageSid: receipt.sid,
    SmsSid: receipt.sid,
    From: "+12025550100",
    To: receipt.to,
    MessageStatus: receipt.status,
    SmsStatus: receipt.status,
    ...(receipt.errorCode !== undefined && { ErrorCode: String(receipt.errorCode) }),
  });
}

/** What Twilio posts when a client writes. */
export function postInbound(
  hono: Hono,
  text: {
    sid: string;
    from: string;
    body: string;
    optOutType?: string;
    media?: readonly string[];
  },
): Promise<number> {
  return postSigned(hono, `${BASE}/api/twilio/webhook`, {
    MessageSid: text.sid,
    SmsSid: text.sid,
    From: text.from,
    To: "+12025550100",
    Body: text.body,
    NumMedia: String(text.media?.length ?? 0),
    ...Object.fromEntries(
      (text.media ?? []).flatMap((address, at) => [
        [`MediaUrl${at}`, address],
        [`MediaContentType${at}`, "image/png"],
      ]),
    ),
    NumSegments: "1",
    ...(text.optOutType !== undefined && { OptOutType: text.optOutType }),
  });
}

export async function postSigned(
  hono: Hono,
  address: string,
  fields: Record<string, string>,
): Promise<number> {
  const form = { AccountSid: ACCOUNT_SID, ...fields };
  return post(hono, address, form, signature(AUTH_TOKEN, address, form));
}

export async function post(
  hono: Hono,
  address: string,
  form: Record<string, string>,
  signed: string | undefined,
): Promise<number> {
  const response = await hono.request(address, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(signed !== undefined && { "x-twilio-signature": signed }),
    },
    body: new URLSearchParams(form).toString(),
  });
  return response.status;
}

/** The receipt that says why the last text was not delivered. */
export async function failLastText(
  { hono, sms }: Pick<TestApp, "hono" | "sms">,
  errorCode: number,
): Promise<void> {
  const { to, statusCallback = "" } = sms.sent.at(-1) ?? { to: "" };
  const sid = sms.messages[0]?.providerId ?? "";
  const receipt = { sid, to, status: "undelivered", errorCode };
  const status = await postReceipt(hono, statusCallback, receipt);
  if (status !== 204) throw new Error(`The webhook answered ${status}`);
}
