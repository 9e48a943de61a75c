import { createHmac } from "node:crypto";

export type Params = Readonly<Record<string, string>>;

/**
 * What Twilio puts into X-Twilio-Signature: base64 HMAC-SHA1 over the full address as it was
 * configured (query included, never normalised) and every field, sorted, name then value.
 */
export function signature(authToken: string, address: string, params: Params): string {
  const signed = Object.keys(params)
    .sort()
    .reduce((text, name) => text + name + (params[name] ?? ""), address);
  return createHmac("sha1", authToken).update(signed, "utf8").digest("base64");
}

export interface SignedForm {
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A post that the product must accept, and must reject once any part of it changes. */
export function signForm(authToken: string, address: string, params: Params): SignedForm {
  return {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
      "user-agent": "TwilioProxy/1.1",
      "x-twilio-signature": signature(authToken, address, params),
    },
    body: new URLSearchParams(params).toString(),
  };
}
