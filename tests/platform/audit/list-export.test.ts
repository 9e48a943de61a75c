import { expect, test } from "bun:test";
import { firstBrokenAudit } from "#db/platform/audit.ts";
import { setApproved } from "#db/platform/users.ts";
import { empty, LIST, logOf } from "./stand.ts";

test("the filter offers only the kinds that occur", async () => {
  const parlor = empty();
  logOf(parlor, [
    { action: "b.b", by: parlor.mia },
    { action: "a.a" },
    { action: "b.b", by: parlor.admin },
  ]);
  expect((await parlor.admin.request("GET", `${LIST}/kinds`)).body).toEqual({
    actions: [
      { action: "a.a", count: 1 },
      { action: "b.b", count: 2 },
    ],
    actors: [
      { id: parlor.admin.id, username: "admin1" },
      { id: parlor.mia.id, username: "user2" },
    ],
  });
});

test("users who may not see clients can't read or search the metadata", async () => {
  const parlor = empty();
  logOf(parlor, [
    {
      action: "campaign.create",
      by: parlor.admin,
      metadata: { name: "For Ana Silva", recipients: 3, by: "webhook", list: ["Ana", 7] },
    },
  ]);
  const desk = parlor.person("user", ["/audit-logs"]);
  const see = (names: boolean, numbers: boolean) =>
    setApproved(parlor.app.db, desk.id, {
      pages: ["/audit-logs"],
      employeeIds: [],
      canViewClientNames: names,
      canViewClientPhoneNumbers: numbers,
    });
  see(true, true);
  expect((await desk.request("GET", `${LIST}?search=silva`)).body.total).toBe(1);
  for (const hidden of [
    [false, true],
    [true, false],
  ] as const) {
    see(hidden[0], hidden[1]);
    const { body } = await desk.request("GET", LIST);
    expect(body.logs[0].metadata).toEqual({
      name: "hidden",
      recipients: 3,
      by: "webhook",
      list: ["hidden", 7],
    });
    expect((await desk.request("GET", `${LIST}?search=silva`)).body.total).toBe(0);
    expect((await desk.request("GET", `${LIST}?search=campaign`)).body.total).toBe(1);
  }
});

test("the export contains the filtered entries and is audited itself", async () => {
  const parlor = empty();
  logOf(parlor, [
    { action: "user.login", by: parlor.mia },
    { action: "contact.create", by: parlor.mia, metadata: { by: "webhook" } },
    { action: "=1+1", by: parlor.mia },
  ]);
  const { status, headers, body } = await parlor.admin.request(
    "GET",
    `${LIST}/export?actor=${parlor.mia.id}&search=webhook`,
  );
  expect([status, headers.get("content-disposition")]).toEqual([
    200,
    'attachment; filename="audit-logs-2026-11-20.csv"',
  ]);
  const lines = String(body)
    .replace(/^\ufeff/, "")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toBe(
    `2026-11-20T16:00:00.000Z,contact.create,user,user2,${parlor.mia.id},,,,,"{""by"":""webhook""}"`,
  );
  const { body: log } = await parlor.admin.request("GET", `${LIST}?action=audit.export`);
  expect(log.logs[0].metadata).toEqual({ actor: parlor.mia.id, searched: true, count: 1 });
  expect(String((await parlor.admin.request("GET", `${LIST}/export`)).body)).toContain(`,"'=1+1",`);
  expect(firstBrokenAudit(parlor.app.db)).toBeUndefined();
});
