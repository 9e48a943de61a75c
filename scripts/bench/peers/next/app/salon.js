// Rows in memory, so that the peer pays for no database. One session is valid.
import { cookies } from "next/headers";
import { redirect } from "next/navigation";

const SESSIONS = new Map([["a-session-of-the-bench", { username: "owner" }]]);
const FIRST = ["Mary", "James", "Priya", "Robert", "Chloé", "Michael", "Karen", "Wei", "Olga"];
const LAST = ["Smith", "Johnson", "Okafor", "Brown", "Garcia", "Miller", "Nguyen", "Martinez"];

export async function readUser() {
  const user = SESSIONS.get((await cookies()).get("session")?.value ?? "");
  return user ?? redirect("/sign-in");
}

export const contacts = Array.from({ length: 100 }, (_, n) => ({
  id: n + 1,
  name: `${FIRST[n % 9]} ${LAST[n % 8]} ${n}`,
  phoneNumber: `+1212555${String(n).padStart(4, "0")}`,
  email: n % 3 === 0 ? `client${n}@example.com` : null,
  optedOut: n % 17 === 0,
  undeliverable: n % 23 === 0,
  tags: n % 4 === 0 ? ["VIP", "Color"] : [],
  createdAt: new Date(1_780_000_000_000 + n * 86_400_000).toISOString(),
}));

export const conversations = contacts.slice(0, 50).map((contact) => ({
  ...contact,
  preview: `See you on Thursday at ${1 + (contact.id % 9)}`,
  unread: contact.id % 5 === 0 ? 2 : 0,
}));

export const messages = Array.from({ length: 50 }, (_, n) => ({
  id: n,
  inbound: n % 2 === 0,
  body: n % 2 === 0 ? `Is ${1 + (n % 9)} on Thursday free?` : "Yes, it is. Shall I book it?",
  at: new Date(1_780_000_000_000 + n * 60_000).toISOString(),
}));

export const campaigns = Array.from({ length: 9 }, (_, n) => ({
  id: n,
  name: `Glow season ${n}`,
  sent: 980_000 + n,
  failed: 1_200 + n,
  replies: 4_100 + n,
}));
