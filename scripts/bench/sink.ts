import { signature } from "#tests/sandbox/signature.ts";

/**
 * A local Twilio that accepts everything at once, so that only the sender is measured. Runs as a
 * separate process and prints its address. GET /arrivals answers when the texts arrived since the last
 * such request: the times of all, and the time of each whose text begins with "chat". After
 * PUT /receipts with a server's address it sends that server the receipts "sent" and "delivered" of each text.
 */
const ACCOUNT = `AC${"a".repeat(32)}`;
const AUTH_TOKEN = "token";
const BETWEEN_RECEIPTS_MS = 500;
let count = 0;
let times: number[] = [];
let chats: Record<string, number> = {};
let receiver: string | undefined;
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    if (request.url.endsWith("/arrivals")) return takeArrivals();
    if (request.url.endsWith("/receipts")) {
      receiver = await request.text();
      return new Response();
    }
    // Lists no messages.
    if (request.method === "GET")
      return Response.json({ messages: [], page: 0, page_size: 50, uri: "/", next_page_uri: null });
    const now = Date.now();
    const form = await request.text();
    times.push(now);
    if (form.includes("Body=chat")) chats[new URLSearchParams(form).get("Body") ?? ""] = now;
    count += 1;
    const sid = `SM${count.toString(16).padStart(32, "0")}`;
    if (receiver) sendReceipts(receiver, sid, new URLSearchParams(form)).catch(() => undefined);
    return Response.json(
      { sid, status: "queued", num_segments: "1", price: null },
      { status: 201 },
    );
  },
});

async function sendReceipts(server: string, sid: string, text: URLSearchParams): Promise<void> {
  const address = text.get("StatusCallback") ?? "";
  for (const MessageStatus of ["sent", "delivered"]) {
    await Bun.sleep(BETWEEN_RECEIPTS_MS);
    const fields = {
      AccountSid: ACCOUNT,
      MessageSid: sid,
      To: text.get("To") ?? "",
      MessageStatus,
    };
    const { pathname, search } = new URL(address);
    await fetch(server + pathname + search, {
      method: "POST",
      headers: { "x-twilio-signature": signature(AUTH_TOKEN, address, fields) },
      body: new URLSearchParams(fields),
    });
  }
}

function takeArrivals(): Response {
  const arrived = { times, chats };
  times = [];
  chats = {};
  return Response.json(arrived);
}

process.stdout.write(`${server.url.origin}\n`);
