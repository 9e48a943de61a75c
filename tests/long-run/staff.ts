import { OWNER } from "#tests/support/salon.ts";
import type { Driver } from "./driver.ts";
import { FLEETING, type Salon } from "./salon.ts";
import { Visitor } from "./visitor.ts";

const MESSAGES = [
  "Hi {firstName|there}, fresh colors are in. Come and see",
  "{firstName}, we have free times this week. Reply to book",
  "Halcyon: 10% off every facial until Friday",
];
const SCREENS = [
  "/",
  "/campaigns",
  "/campaigns/automatic",
  "/inbox",
  "/contacts",
  "/appointments",
  "/settings",
  "/waitlist",
];
const POLLS = [
  "/api/campaigns",
  "/api/conversations",
  "/api/stats",
  "/api/activity",
  "/api/alerts",
];
const DAY_MS = 86_400_000;

/** What the owner and her staff do all day. */
export async function actAsStaff(driver: Driver, salon: Salon): Promise<void> {
  const { pick, one, repeat } = driver;
  const owner = new Visitor(driver, salon.parlor.url, "203.0.113.1");
  const signIn = () =>
    owner.ask("POST", "/api/login", { username: OWNER.username, password: OWNER.password });
  await signIn();
  /** Some requests want the password again, for a quarter of an hour. */
  const confirm = () =>
    owner.ask("POST", "/api/account/confirm-password", { password: OWNER.password });
  const dayAfter = (days: number) =>
    new Date(salon.clock.now() + days * DAY_MS).toISOString().slice(0, 10);
  const client = () => one(salon.contactIds) ?? 0;
  let fleeting = 0;

  await Promise.all([
    repeat("campaign", 9_000, async () => {
      const from = pick(salon.contactIds.length - 120);
      const later = pick(5) === 0;
      const made = await owner.ask("POST", "/api/campaigns", {
        name: `Campaign ${pick(10_000)}`,
        message: `${one(MESSAGES)} ${pick(1_000_000)}`,
        contactIds: salon.contactIds.slice(from, from + 40 + pick(80)),
        skipCheck: pick(2) === 0,
        ...(later && { scheduledFor: `${dayAfter(1)}T09:30` }),
      });
      if (made.status !== 201 || pick(3) > 0) return;
      await Bun.sleep(500 + pick(2_000));
      const path = `/api/campaigns/${made.body.id}`;
      await owner.ask("POST", `${path}/stop`);
      if (pick(2) === 0) await owner.ask("PATCH", `${path}/message`, { message: "Changed: hello" });
      await owner.ask("POST", `${path}/resume`);
    }),
    repeat("chat", 1_500, async () => {
      const chat = await owner.ask("POST", "/api/conversations", { contactId: client() });
      const conversationId = chat.body.id;
      await owner.ask("POST", `/api/conversations/${conversationId}/typing`);
      const body = `See you soon ${pick(1_000_000)}`;
      await owner.ask("POST", "/api/conversations/messages", { conversationId, body });
      await owner.ask("POST", `/api/conversations/${conversationId}/mark-read`);
    }),
    repeat("appointment", 2_000, async () => {
      const start = `${dayAfter(1 + pick(6))}T${String(8 + pick(12)).padStart(2, "0")}:${one(["00", "15", "30", "45"])}:00`;
      const made = await owner.ask("POST", "/api/appointments", {
        employeeId: one(salon.employeeIds),
        serviceId: one(salon.serviceIds),
        clientName: `Client${pick(600)} Regular`,
        phoneNumber: `+1212${2_000_004 + pick(600) * 10}`,
        appointmentDate: start,
        textConfirmation: pick(2) === 0,
        ...(pick(8) === 0 && { repeat: { everyWeeks: 1, count: 3 } }),
      });
      if (made.status !== 201) return;
      const path = `/api/appointments/${made.body.id}`;
      const next = pick(8);
      if (next < 2) await owner.ask("PATCH", path, { status: "canceled" });
      else if (next < 4)
        await owner.ask("PATCH", path, { appointmentDate: start.replace(/T\d\d/, "T19") });
      else if (next === 4) await owner.ask("DELETE", path);
    }),
    repeat("waitlist by staff", 5_000, () =>
      owner.ask("POST", "/api/waitlist", {
        contactId: client(),
        serviceId: salon.serviceIds[pick(2)],
        from: dayAfter(1),
        to: dayAfter(5),
      }),
    ),
    repeat("time off", 20_000, async () => {
      const day = dayAfter(2 + pick(5));
      const made = await owner.ask("POST", "/api/time-off", {
        employeeId: one(salon.employeeIds),
        start: `${day}T12:00`,
        end: `${day}T13:00`,
      });
      if (made.status === 201 && pick(2) === 0)
        await owner.ask("DELETE", `/api/time-off/${made.body.id}`);
    }),
    repeat("import", 8_000, () => {
      fleeting += 20;
      return owner.ask("POST", "/api/contacts/bulk-import", {
        contacts: Array.from({ length: 20 }, (_, n) => ({
          firstName: "Fleeting",
          lastName: String(fleeting + n),
          phoneNumber: `${FLEETING}${2_000_000 + fleeting + n}`,
          ...(n === 0 && { optOut: "yes" }),
        })),
        tag: "Fleeting",
      });
    }),
    repeat("edit and erase", 3_000, async () => {
      const page = await owner.ask("GET", `/api/contacts?q=Fleeting&limit=50`);
      const contact = one(page.body.contacts as { id: number; name: string }[]);
      if (!contact) return;
      await owner.ask("PATCH", `/api/contacts/${contact.id}`, {
        email: `a${pick(999)}@example.com`,
      });
      await owner.ask("POST", `/api/contacts/${contact.id}/notes`, { body: "Likes tea" });
      if (pick(2) === 0) {
        await confirm();
        await owner.ask("POST", `/api/contacts/${contact.id}/erase`, { name: contact.name });
      } else await owner.ask("DELETE", `/api/contacts/${contact.id}`);
    }),
    repeat("settings", 15_000, async () => {
      await owner.ask("POST", "/api/settings", { delaySeconds: 2 + pick(3), messageCount: 1 });
      await owner.ask("POST", "/api/settings", { bookingNoticeHours: pick(4) });
    }),
    repeat("screen", 400, () => owner.ask("GET", one(SCREENS) ?? "/")),
    repeat("poll", 150, () => owner.ask("GET", one(POLLS) ?? "/api/stats")),
    repeat("search", 700, () => owner.ask("GET", `/api/contacts?q=client${pick(600)}`)),
    repeat("export", 12_000, async () => {
      await confirm();
      const paths = ["/api/contacts/export", "/api/exports/payments", "/api/exports/all"];
      await owner.ask("GET", one(paths) ?? "");
    }),
    repeat("backup", 45_000, async () => {
      await confirm();
      await owner.ask("POST", "/api/backups");
    }),
    repeat("sign out and in", 20_000, async () => {
      const other = new Visitor(driver, salon.parlor.url, `198.51.100.${pick(250)}`);
      const { username, password } = OWNER;
      await other.ask("POST", "/api/login", { username, password });
      await other.ask("GET", "/api/account");
      await other.ask("POST", "/api/logout");
    }),
    repeat("reviews", 10_000, async () => {
      await salon.google.add({ name: `Client${pick(600)} R.`, stars: 5, comment: "Lovely" });
      await owner.ask("POST", "/api/google-reviews/fetch");
      await owner.ask("GET", "/api/google-reviews");
    }),
    ...Array.from({ length: 4 }, () =>
      repeat("tab", 1_000, async () => {
        const tab = new AbortController();
        const { url } = salon.parlor;
        const signal = tab.signal;
        const stream = await fetch(`${url}/api/events`, { headers: owner.headers, signal });
        const reading = stream.text().catch(() => "");
        await Bun.sleep(2_000 + pick(15_000));
        tab.abort();
        await reading;
      }),
    ),
    connectReviews(owner),
  ]);
}

async function connectReviews(owner: Visitor): Promise<void> {
  const response = await owner.ask("GET", "/api/google-reviews/oauth/start");
  const address = String(response.body?.authUrl ?? "");
  if (!address) return;
  const state = new URL(address).searchParams.get("state") ?? "";
  const query = new URLSearchParams({ code: "4/good", state });
  await owner.ask("GET", `/api/google-reviews/oauth/callback?${query}`);
}
