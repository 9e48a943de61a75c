import { afterAll, beforeAll, expect, spyOn } from "bun:test";
import type { Reply, TestApp } from "./test-app.ts";

export const PASSWORD = "a long enough one";

/** As weak as argon2id can be, in this file's tests: what they test is not its strength. */
export function hashQuickly(): void {
  const hash = Bun.password.hash;
  let spy: { mockRestore: () => void };
  beforeAll(() => {
    spy = spyOn(Bun.password, "hash").mockImplementation((password) =>
      hash(password, { algorithm: "argon2id", memoryCost: 8, timeCost: 1 }),
    );
  });
  afterAll(() => spy.mockRestore());
}

/** A registered user, approved for the inbox by default. Returns the id. */
export async function registerUser(
  parlor: TestApp,
  username: string,
  approved = true,
): Promise<string> {
  const email = `${username}@example.com`;
  const body = { username, email, password: PASSWORD };
  expect((await parlor.visitor("POST", "/api/register", body)).status).toBe(201);
  const { body: pending } = await parlor.admin.request("GET", "/api/users/pending");
  const { id } = pending.find((user: { username: string }) => user.username === username);
  if (approved)
    await parlor.admin.request("POST", `/api/users/${id}/approve`, {
      permissions: { pages: ["/inbox"] },
    });
  return id;
}

export interface Browser {
  readonly request: (method: string, path: string, body?: unknown) => Promise<Reply>;
  readonly cookies: Map<string, string>;
}

/** A visitor who keeps cookies, as browsers do. */
export function browser({ visitor }: TestApp, userAgent = "tests"): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async request(method, path, body) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const reply = await visitor(method, path, body, { cookie, "user-agent": userAgent });
      for (const set of reply.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (value === "") cookies.delete(name);
        else cookies.set(name, value);
      }
      return reply;
    },
  };
}

export async function signedInBrowser(
  parlor: TestApp,
  username: string,
  userAgent?: string,
): Promise<Browser> {
  const desk = browser(parlor, userAgent);
  const { status } = await desk.request("POST", "/api/login", { username, password: PASSWORD });
  expect(status).toBe(200);
  return desk;
}

/** The audit log, without the settings that a test began with. */
export function auditEntries({
  app,
}: TestApp): { action: string; actor: string | null; target: string }[] {
  return app.db
    .query<{ action: string; actor: string | null; target: string }, []>(
      `select action, actor_id as actor, target_id as target from audit_logs
       where action not in ('settings.update', 'user.register', 'user.approve') order by id`,
    )
    .all();
}
