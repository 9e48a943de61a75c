import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import { freePort, newFolder, startParlor } from "#tests/support/binary.ts";
import { connectStandIn, createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import type { StaffClient } from "#tests/support/staff-client.ts";
import { startStandInProcess } from "#tests/support/stand-in-process.ts";

/** `npm run faults` asks for ten minutes, which hold an hour's work; `npm test` for a short while. */
const SECONDS = Number(process.env["FAULT_LOAD_SECONDS"] ?? 12);
const CLIENTS = 2_000;
/** Memory that may stay in use: full caches, and what the allocator doesn't return at once. */
const MOST_GROWTH = 1.25;

test(
  `${SECONDS} s of everything at once: no error, and memory stays flat`,
  async () => {
    const { parlor, staff, standIn, ids } = await salon();
    const until = performance.now() + SECONDS * 1000;
    const done: Record<string, number> = {};
    /** Repeats one action with a pause in between. */
    const again = async (what: string, pauseMs: number, act: (n: number) => Promise<unknown>) => {
      for (let n = 0; performance.now() < until; n += 1) {
        await act(n);
        done[what] = n + 1;
        await Bun.sleep(pauseMs);
      }
    };
    const pick = (n: number) => ids[(n * 7919) % ids.length] ?? 0;
    const page = (path: string) => staff.text(path);
    const memory: number[] = [];

    await Promise.all([
      again("campaigns", 4_000, (n) =>
        staff.request("POST", "/api/campaigns", {
          name: `Load ${n}`,
          message: "Hi {firstName|there}, see you soon",
          contactIds: ids.slice((n * 300) % CLIENTS, ((n * 300) % CLIENTS) + 300),
          skipCheck: n % 2 === 0,
        }),
      ),
      again("inbound texts", 60, (n) =>
        standIn.inbound({
          to: PHONE_NUMBER,
          from: `+1212${String(2_000_004 + ((n * 37) % CLIENTS) * 10).padStart(7, "0")}`,
          body: n % 40 === 0 ? "STOP" : n % 40 === 20 ? "START" : `Is Thursday free? ${n}`,
        }),
      ),
      again("chats", 200, async (n) => {
        const chat = await staff.request("POST", "/api/conversations", { contactId: pick(n) });
        if (chat.contact.optedOut) return;
        await staff
          .request("POST", "/api/conversations/messages", {
            conversationId: chat.id,
            body: `See you ${n}`,
          })
          // A STOP that came in between refuses it, as it must.
          .catch((error: Error) => expect(error.message).toContain("opted out"));
        await staff.request("POST", `/api/conversations/${chat.id}/mark-read`);
      }),
      again("polls", 40, (n) =>
        page(["/api/campaigns", "/api/conversations", "/api/stats", "/api/activity"][n % 4] ?? ""),
      ),
      again("pages", 120, (n) =>
        page(["/", "/campaigns", "/inbox", "/contacts", "/settings"][n % 5] ?? "/"),
      ),
      again("searches", 150, (n) => page(`/api/contacts?q=client%20${n % 900}`)),
      again("imports", 3_000, (n) =>
        staff.request("POST", "/api/contacts/bulk-import", {
          consentBasis: "They signed a form",
          contacts: Array.from({ length: 200 }, (_, row) => ({
            firstName: "New",
            lastName: `${n}-${row}`,
            phoneNumber: `+1646${String(2_000_000 + n * 200 + row).padStart(7, "0")}`,
          })),
        }),
      ),
      again("exports", 5_000, () => page("/api/contacts/export")),
      // Rare enough to stay below the limit on tries.
      again("sign-ins", (SECONDS * 1000) / 6, async () => {
        await signedIn(parlor);
      }),
      again("measures", Math.min(1_000, SECONDS * 20), async () => {
        memory.push(residentMegabytes(parlor.pid));
      }),
    ]);

    const third = Math.floor(memory.length / 3);
    const early = median(memory.slice(third, 2 * third));
    const late = median(memory.slice(-third));
    process.stdout.write(
      `${SECONDS} s: ${JSON.stringify(done)}; ${early.toFixed(0)} MB in the middle, ${late.toFixed(0)} MB at the end\n`,
    );
    expect(late / early).toBeLessThan(MOST_GROWTH);
    expect(parlor.logged()).not.toContain('"level":"error"');
    for (const [what, count] of Object.entries(done))
      expect([what, count > 1]).toEqual([what, true]);
    expect(await parlor.end("SIGTERM")).toBe(0);
  },
  SECONDS * 1000 + 120_000,
);

async function salon() {
  const data = newFolder("load");
  const standIn = await startStandInProcess(5);
  const parlor = await startParlor(["serve", "--data", data, "--port", String(freePort())], {
    ...standIn.env,
  });
  await createOwner(data);
  const staff: StaffClient = await signedIn(parlor);
  await connectStandIn(staff, parlor.url, { messageCount: 100, delaySeconds: 1 });
  await standIn.control({
    magic: false,
    latencyMs: 20,
    duplicate: 0.2,
    shuffle: true,
    smsUrl: `${parlor.url}/api/twilio/webhook`,
    faults: { tooMany: 0.01 },
  });
  return { parlor, staff, standIn, ids: await importClients(staff, CLIENTS) };
}

/** The process's private memory, without the mapped program file. */
function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
