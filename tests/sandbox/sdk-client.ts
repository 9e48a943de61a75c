import twilio, { RestException } from "twilio";
import type { TwilioStandIn } from "./twilio-controls.ts";

type HttpClient = NonNullable<
  NonNullable<ConstructorParameters<typeof twilio.Twilio>[2]>["httpClient"]
>;
type Options = Parameters<HttpClient["request"]>[0];

/** The official SDK, talking to the stand-in instead of api.twilio.com and lookups.twilio.com. */
export function sdkFor(standIn: TwilioStandIn, authToken = standIn.authToken): twilio.Twilio {
  const httpClient = { request: (options: Options) => request(standIn.url, options) };
  return twilio(standIn.accountSid, authToken, { httpClient: httpClient as HttpClient });
}

async function request(base: string, options: Options) {
  const { pathname, search } = new URL(options.uri);
  const address = new URL(pathname + search, base);
  for (const [name, value] of fields(options.params)) address.searchParams.append(name, value);

  const response = await fetch(address, {
    method: options.method.toUpperCase(),
    headers: { ...options.headers, authorization: basic(options.username, options.password) },
    ...(options.method === "post" && { body: new URLSearchParams(fields(options.data)) }),
  });
  return {
    statusCode: response.status,
    body: await response.text(),
    headers: Object.fromEntries(response.headers),
  };
}

/** Lists become repeated keys. */
function fields(values: unknown): [string, string][] {
  return Object.entries(values ?? {}).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [name, String(item)]),
  );
}

/** Creates a text without the SDK, which would refuse an invalid form. */
export function postForm(
  { url, accountSid, authToken }: TwilioStandIn,
  form: Readonly<Record<string, string>> | string,
  contentType = "application/x-www-form-urlencoded",
): Promise<Response> {
  return fetch(`${url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    method: "POST",
    headers: { authorization: basic(accountSid, authToken), "content-type": contentType },
    body: typeof form === "string" ? form : new URLSearchParams(form).toString(),
  });
}

/** The status and code of Twilio's refusal; throws when the request was accepted. */
export async function getRefusal(
  request: Promise<unknown>,
): Promise<{ status: number; code?: number }> {
  const error: unknown = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RestException)) throw new Error(`It was not refused: ${error}`);
  return { status: error.status, ...(error.code !== undefined && { code: error.code }) };
}

function basic(user: string | undefined, password: string | undefined): string {
  return `Basic ${btoa(`${user}:${password}`)}`;
}
