import type { Carrier } from "./twilio-carrier.ts";

/** The reply of the product's MediaUrl, which the carrier fetched without credentials. */
const LIST = /^\/Messages\/(MM[0-9a-f]{32})\/Media\.json$/;

/** Without credentials, once the text is accepted. Only on this machine: nothing leaves a test. */
export async function fetchMedia(
  carrier: Carrier,
  sid: string,
  addresses: readonly string[],
): Promise<void> {
  for (const address of addresses) {
    if (!URL.canParse(address) || new URL(address).hostname !== "127.0.0.1") continue;
    const answer = await fetch(address).catch(() => undefined);
    carrier.media.push({
      sid,
      address,
      status: answer?.status ?? 0,
      type: answer?.headers.get("content-type") ?? "",
      bytes: (await answer?.bytes())?.length ?? 0,
    });
  }
}

/** The files of one text; no contract of ours holds this operation, its fields are the documented ones. */
export function listMedia(carrier: Carrier, address: string): Response | undefined {
  const [, sid = ""] = LIST.exec(address) ?? [];
  const message = carrier.ledger.bySid.get(sid);
  if (!message) return undefined;
  const base = `/2010-04-01/Accounts/${carrier.accountSid}/Messages/${sid}/Media`;
  const media_list = Array.from({ length: message.numMedia }, (_, at) => {
    const media = `ME${String(at).padStart(32, "0")}`;
    return {
      sid: media,
      parent_sid: sid,
      account_sid: carrier.accountSid,
      content_type: "image/png",
      date_created: new Date(message.createdAt).toUTCString(),
      date_updated: new Date(message.createdAt).toUTCString(),
      uri: `${base}/${media}.json`,
    };
  });
  return Response.json({
    media_list,
    page: 0,
    page_size: 50,
    start: 0,
    end: Math.max(0, media_list.length - 1),
    uri: `${base}.json`,
    first_page_uri: `${base}.json`,
    next_page_uri: null,
    previous_page_uri: null,
  });
}
