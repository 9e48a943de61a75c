import { afterEach, expect, spyOn, test } from "bun:test";
import { findUser, setPassword } from "#db/platform/users.ts";
import { hashPassword } from "#src/accounts/sign-in/passwords.ts";
import { testApp } from "#tests/support/test-app.ts";

const spies: { mockRestore: () => void }[] = [];
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore();
});

/** Replaces the hashing by one that ends on request, and counts how many run at once. */
function slowHashing() {
  const started: (() => void)[] = [];
  const seen = { most: 0 };
  let now = 0;
  spies.push(
    spyOn(Bun.password, "hash").mockImplementation(async () => {
      now += 1;
      seen.most = Math.max(seen.most, now);
      await new Promise<void>((resolve) => started.push(resolve));
      now -= 1;
      return "hash";
    }),
  );
  return { seen, endOne: () => started.shift()?.(), underWay: started };
}

async function flushMicrotasks(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await Promise.resolve();
}

test("at most two passwords are hashed at a time", async () => {
  const { seen, endOne, underWay } = slowHashing();
  for (let between = 0; between < 12; between += 1) {
    const all = [hashPassword("a"), hashPassword("b"), hashPassword("c")];
    await flushMicrotasks(5);
    endOne();
    // Another request arrives just as the waiting one starts.
    await flushMicrotasks(between);
    all.push(hashPassword("d"));
    while (underWay.length > 0) {
      await flushMicrotasks(20);
      endOne();
      await flushMicrotasks(20);
    }
    expect(await Promise.all(all)).toHaveLength(4);
  }
  expect(seen.most).toBe(2);
});

test("when the short queue is full, further requests get 429", async () => {
  const { endOne, underWay } = slowHashing();
  const all = Array.from({ length: 18 }, () => hashPassword("a"));
  expect(hashPassword("one too many")).rejects.toMatchObject({ status: 429 });
  await flushMicrotasks(5);
  while (underWay.length > 0) {
    endOne();
    await flushMicrotasks(20);
  }
  expect(await Promise.all(all)).toHaveLength(18);
});

test("a failed hash frees its slot", async () => {
  spies.push(spyOn(Bun.password, "hash").mockRejectedValue(new Error("out of memory")));
  const failing = await Promise.allSettled([1, 2, 3, 4].map(() => hashPassword("a")));
  expect(failing.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  spies.splice(0)[0]?.mockRestore();
  const { endOne } = slowHashing();
  const after = hashPassword("b");
  await flushMicrotasks(5);
  endOne();
  expect(await after).toBe("hash");
});

test("a password hashed at an earlier cost is hashed anew when its user signs in, and then no more", async () => {
  const { app, admin, visitor } = testApp();
  const password = "a long enough one";
  setPassword(app.db, admin.id, await Bun.password.hash(password));
  const { username = "" } = findUser(app.db, admin.id) ?? {};
  const hashAfterSignIn = async () => {
    expect((await visitor("POST", "/api/login", { username, password })).status).toBe(200);
    return findUser(app.db, admin.id)?.passwordHash;
  };
  const first = await hashAfterSignIn();
  expect(first).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(await hashAfterSignIn()).toBe(first);
});

test("simultaneous first sign-ins with a hash of an earlier cost all succeed", async () => {
  const { app, admin, visitor } = testApp();
  const password = "a long enough one";
  setPassword(app.db, admin.id, await Bun.password.hash(password));
  const { username = "" } = findUser(app.db, admin.id) ?? {};
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => visitor("POST", "/api/login", { username, password })),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(findUser(app.db, admin.id)?.passwordHash).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
});
