/**
 * A local Twilio that accepts everything at once, so that only the sender is measured. Runs as a
 * separate process and prints its address. GET /arrivals answers when the texts arrived since the last
 * such request: the times of all, and the time of each whose text begins with "chat".
 */
let count = 0;
let times: number[] = [];
let chats: Record<string, number> = {};
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    if (request.url.endsWith("/arrivals")) return takeArrivals();
    // Lists no messages.
    if (request.method === "GET")
      return Response.json({ messages: [], page: 0, page_size: 50, uri: "/", next_page_uri: null });
    const now = Date.now();
    const form = await request.text();
    times.push(now);
    if (form.includes("Body=chat")) chats[new URLSearchParams(form).get("Body") ?? ""] = now;
    count += 1;
    const sid = `SM${count.toString(16).padStart(32, "0")}`;
    return Response.json(
      { sid, status: "queued", num_segments: "1", price: null },
      { status: 201 },
    );
  },
});

function takeArrivals(): Response {
  const arrived = { times, chats };
  times = [];
  chats = {};
  return Response.json(arrived);
}

process.stdout.write(`${server.url.origin}\n`);
