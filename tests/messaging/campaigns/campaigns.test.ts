import { expect, test } from "bun:test";
import { contact, type Person, type TestApp, testApp } from "#tests/support/test-app.ts";

const PATH = "/api/campaigns";

function clients({ app, admin }: TestApp, count: number): number[] {
  return Array.from({ length: count }, (_, n) =>
    contact(app, admin, `Client ${n}`, `+120255501${10 + n}`),
  );
}

async function draftOf(author: Person, message = "Hi {firstName}"): Promise<number> {
  const { status, body } = await author.request("POST", PATH, { name: "Spring", message });
  expect([status, body.status]).toEqual([201, "draft"]);
  return body.id;
}

async function names(person: Person): Promise<string[]> {
  return (await person.request("GET", PATH)).body.map(({ name }: { name: string }) => name);
}

test("a user's campaign is a draft that waits for approval, whatever recipients it names", async () => {
  const parlor = testApp();
  const mia = parlor.person("user", ["/campaigns"]);
  const wanted = {
    name: " Spring ",
    message: "Hi",
    contactIds: clients(parlor, 2),
    skipCheck: true,
  };
  const { status, body } = await mia.request("POST", PATH, { ...wanted, userId: parlor.admin.id });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: "Spring",
    userId: mia.id,
    author: mia.actor.username,
    status: "draft",
    isDraft: true,
    needsApproval: true,
    totalRecipients: 0,
    sentCount: 0,
    deliverabilityCheckStatus: "skipped",
  });
  await parlor.sendAll();
  expect(parlor.sms.sent).toEqual([]);
});

test("a draft is visible to its author and admins, and a 404 to others", async () => {
  const parlor = testApp();
  const { admin, person } = parlor;
  const [mia, noa] = [person("user", ["/campaigns"]), person("user", ["/campaigns"])];
  const id = await draftOf(mia);
  expect([await names(mia), await names(admin), await names(noa)]).toEqual([
    ["Spring"],
    ["Spring"],
    [],
  ]);

  const tries = [
    noa.request("PATCH", `${PATH}/${id}/message`, { message: "Mine now" }),
    noa.request("POST", `${PATH}/${id}/stop`),
    noa.request("DELETE", `${PATH}/${id}`),
  ];
  for (const { status, body } of await Promise.all(tries))
    expect([status, body.message]).toEqual([404, "This campaign no longer exists."]);

  await admin.request("POST", `${PATH}/${id}/approve`, { contactIds: clients(parlor, 1) });
  expect(await names(noa)).toEqual(["Spring"]);
});

test("an admin approves a draft, also with changed text, and it is texted", async () => {
  const parlor = testApp();
  const mia = parlor.person("user", ["/campaigns"]);
  const id = await draftOf(mia);
  const approval = { contactIds: clients(parlor, 2), message: "Dear {firstName}" };
  const { status, body } = await parlor.admin.request("POST", `${PATH}/${id}/approve`, approval);
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      status: "sending",
      isDraft: false,
      needsApproval: false,
      message: "Dear {firstName}",
      totalRecipients: 2,
      userId: mia.id,
    }),
  ]);
  await parlor.sendAll();
  expect(parlor.sms.sent.map((text) => text.body)).toEqual(["Dear Client", "Dear Client"]);
});

test.each([
  [{ contactIds: [] }, 400, "Please select at least one contact"],
  [{ contactIds: [999] }, 400, "None of the selected contacts can get offers."],
  [{ contactIds: [1], message: " \n " }, 400, "Message cannot be empty"],
  [{ contactIds: "all" }, 400, "contactIds: Invalid input: expected array, received string"],
])(
  "approving with %o is %d with a message and leaves the draft unchanged",
  async (approval, code, expectedText) => {
    const parlor = testApp();
    clients(parlor, 1);
    const id = await draftOf(parlor.person("user", ["/campaigns"]));
    const { status, body } = await parlor.admin.request("POST", `${PATH}/${id}/approve`, approval);
    expect([status, body.message]).toEqual([code, expectedText]);
    expect((await parlor.admin.request("GET", PATH)).body).toMatchObject([
      { status: "draft", message: "Hi {firstName}", totalRecipients: 0 },
    ]);
  },
);

test("a draft is approved once", async () => {
  const parlor = testApp();
  const id = await draftOf(parlor.person("user", ["/campaigns"]));
  const approval = { contactIds: clients(parlor, 1) };
  await parlor.admin.request("POST", `${PATH}/${id}/approve`, approval);
  const again = await parlor.admin.request("POST", `${PATH}/${id}/approve`, approval);
  expect([again.status, again.body.message]).toEqual([409, "This campaign is no longer a draft."]);
  await parlor.sendAll();
  expect(parlor.sms.sent).toHaveLength(1);
});

test.each([
  [{ name: "A", message: "Hi" }, "contactIds", "Please select at least one contact"],
  [
    { name: "A", message: "Hi", contactIds: [] },
    "contactIds",
    "Please select at least one contact",
  ],
  [{ name: " ", message: "Hi", contactIds: [1] }, "name", "Name is required"],
  [{ name: "A", message: "  ", contactIds: [1] }, "message", "Message cannot be empty"],
  [
    { name: "A", message: "x".repeat(1601), contactIds: [1] },
    "message",
    "A text can be up to 1,600 characters",
  ],
])(
  "an admin's campaign with %o is refused at its field and stores nothing",
  async (wanted, field, expectedText) => {
    const parlor = testApp();
    clients(parlor, 1);
    const { status, body } = await parlor.admin.request("POST", PATH, wanted);
    expect([status, body.errors]).toEqual([400, { [field]: expectedText }]);
    expect(await names(parlor.admin)).toEqual([]);
    expect((await parlor.admin.request("GET", "/api/stats")).body.totalCampaigns).toBe(0);
  },
);

test("rejecting deletes the draft, and authors can withdraw their own", async () => {
  const parlor = testApp();
  const mia = parlor.person("user", ["/campaigns"]);
  const [first, second] = [await draftOf(mia), await draftOf(mia)];
  expect((await parlor.admin.request("DELETE", `${PATH}/${first}`)).status).toBe(204);
  expect((await mia.request("DELETE", `${PATH}/${second}`)).status).toBe(204);
  expect(await names(mia)).toEqual([]);
  const told = parlor.app.db
    .query("select action from audit_logs where action like 'campaign.%' order by id desc limit 2")
    .all();
  expect(told).toEqual([{ action: "campaign.delete" }, { action: "campaign.reject" }]);
});

test.each([
  ["draft", 204, 404, 204],
  ["sending", 403, 403, 409],
  ["stopped", 403, 403, 204],
  ["completed", 403, 403, 204],
  ["failed", 403, 403, 204],
])(
  "deleting a %s campaign: its author gets %d, another user %d, an admin %d",
  async (status, author, other, admin) => {
    const parlor = testApp();
    const [mia, noa] = [
      parlor.person("user", ["/campaigns"]),
      parlor.person("user", ["/campaigns"]),
    ];
    const remove = async (person: Person) => {
      const id = await draftOf(mia);
      parlor.app.db.query("update campaigns set status = ? where id = ?").run(status, id);
      const answer = await person.request("DELETE", `${PATH}/${id}`);
      const left = (await names(parlor.admin)).length;
      parlor.app.db.run("delete from campaigns");
      expect(left).toBe(answer.status === 204 ? 0 : 1);
      return answer.status;
    };
    expect([await remove(mia), await remove(noa), await remove(parlor.admin)]).toEqual([
      author,
      other,
      admin,
    ]);
  },
);

test("a deleted campaign keeps the threads, and the ledger keeps number, time and status", async () => {
  const parlor = testApp();
  const [id] = clients(parlor, 1);
  const { body } = await parlor.admin.request("POST", PATH, {
    name: "A",
    message: "Hi {name}",
    contactIds: [id],
  });
  await parlor.sendAll();
  const { body: chat } = await parlor.admin.request("POST", "/api/conversations", {
    contactId: id,
  });
  const thread = async () =>
    (await parlor.admin.request("GET", `/api/conversations/${chat.id}/messages`)).body.messages;
  expect(await thread()).toHaveLength(1);
  expect((await parlor.admin.request("DELETE", `${PATH}/${body.id}`)).status).toBe(204);
  expect(await thread()).toEqual([]);
  const rows = parlor.app.db
    .query("select phone, status, body, sent_at > 0 as at from messages")
    .all();
  expect(rows).toEqual([{ phone: 12025550110, status: "sent", body: null, at: 1 }]);
});

test("a repeated Idempotency-Key creates one campaign and returns the first reply", async () => {
  const parlor = testApp();
  const wanted = { name: "A", message: "Hi", contactIds: clients(parlor, 1) };
  const key = { "idempotency-key": "one" };
  const first = await parlor.admin.request("POST", PATH, wanted, key);
  const again = await parlor.admin.request("POST", PATH, wanted, key);
  const other = await parlor.admin.request("POST", PATH, { ...wanted, name: "B" }, key);
  expect(other.status).toBe(422);
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  await parlor.admin.request("POST", PATH, { ...wanted, name: "C" }, { "idempotency-key": "two" });
  const second = parlor.person("admin", []);
  await second.request("POST", PATH, { ...wanted, name: "D" }, key);
  expect(await names(parlor.admin)).toEqual(["D", "C", "A"]);
});
