/**
 * A local Twilio that accepts everything at once and stores nothing, so that only the sender is
 * measured. Runs as a separate process and prints its address.
 */
let count = 0;
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    // Lists no messages.
    if (request.method === "GET")
      return Response.json({ messages: [], page: 0, page_size: 50, uri: "/", next_page_uri: null });
    await request.text();
    count += 1;
    const sid = `SM${count.toString(16).padStart(32, "0")}`;
    return Response.json(
      { sid, status: "queued", num_segments: "1", price: null },
      { status: 201 },
    );
  },
});
process.stdout.write(`${server.url.origin}\n`);
