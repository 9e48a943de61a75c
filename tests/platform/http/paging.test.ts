import { expect, test } from "bun:test";
import { testApp } from "#tests/support/test-app.ts";

const ROWS = 23;

/** How a row of each paged list is added. */
const LISTS = {
  "/api/users": ({ person }) => {
    person("user", []);
    return Promise.resolve();
  },
  "/api/memberships": ({ admin }, n) =>
    admin.request("POST", "/api/memberships", {
      name: `Membership ${n}`,
      description: "A facial every month",
      price: "49.00",
      billingFrequency: "month",
    }),
  "/api/payment-plans": ({ admin }, n) =>
    admin.request("POST", "/api/payment-plans", {
      name: `Plan ${n}`,
      principalAmount: "600.00",
      feePercentage: "5",
      installmentCount: 6,
      installmentInterval: "month",
    }),
  "/api/contact-update-requests": async (parlor, n) => {
    parlor.app.db
      .query(
        `insert into contact_update_requests (first_name, last_name, phone, status, created_at)
         values ('Ada', ?, 12025550111, 'pending', 0)`,
      )
      .run(String(n));
  },
} satisfies Record<string, (parlor: ReturnType<typeof testApp>, n: number) => Promise<unknown>>;

for (const [path, add] of Object.entries(LISTS))
  test(`${path} read page by page lists each row once, newest first`, async () => {
    const parlor = testApp();
    // Several rows have the same time.
    for (let n = 0; n < ROWS; n += 1) {
      if (n % 4 === 0) parlor.clock.now += 1000;
      await add(parlor, n);
    }
    const whole = (await parlor.admin.request("GET", `${path}?limit=200`)).body;
    expect(whole.length).toBeGreaterThanOrEqual(ROWS);

    const paged: { id: number | string }[] = [];
    for (;;) {
      const last = paged.at(-1);
      const { body } = await parlor.admin.request(
        "GET",
        `${path}?limit=5${last ? `&before=${last.id}` : ""}`,
      );
      paged.push(...body);
      if (body.length < 5) break;
    }
    expect(paged).toEqual(whole);
    const times = whole.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

test.each(Object.keys(LISTS))("%s returns at most 200 rows at a time", async (path) => {
  const { admin } = testApp();
  expect((await admin.request("GET", `${path}?limit=201`)).status).toBe(400);
  expect((await admin.request("GET", `${path}?limit=0`)).status).toBe(400);
});

test.each([
  ["/api/tags", "tags", 500],
  ["/api/employees", "employees", 200],
] as const)("%s is returned completely, so it has a limit", async (path, what, most) => {
  const { app, admin } = testApp();
  const table =
    what === "tags"
      ? "insert into tags (name, created_at)"
      : "insert into employees (name, created_at)";
  app.db.run(
    `${table} with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most}) select 'No. ' || i, 0 from n`,
  );
  const { status, body } = await admin.request("POST", path, { name: "One more" });
  expect([status, body.message]).toEqual([
    409,
    `You already have ${most} ${what}, which is the limit. Delete one first.`,
  ]);
});
