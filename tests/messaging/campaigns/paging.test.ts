import { expect, test } from "bun:test";
import { type Person, testApp } from "#tests/support/test-app.ts";

const PATH = "/api/campaigns";
const COUNT = 3_000;

/** 3,000 completed campaigns, of which each tenth is a draft of the first user, and one sends. */
function manyCampaigns() {
  const parlor = testApp();
  const mia = parlor.person("user", ["/campaigns"]);
  const { db } = parlor.app;
  db.run(
    `with recursive n (id) as (select 1 union all select id + 1 from n where id < ${COUNT})
     insert into campaigns (id, name, user_id, status, text_version, segments, segment_cost, total_cost, created_at)
     select id, 'Campaign ' || id, '${mia.id}', iif(id % 10 = 0, 'draft', 'completed'), 1, 1, 7900, 0, id from n`,
  );
  db.run(
    "insert into campaign_texts (campaign_id, version, message) select id, 1, 'Hi there' from campaigns",
  );
  db.run("update campaigns set status = 'sending' where id = 7");
  return { ...parlor, mia };
}

async function idsOf(person: Person, query: string): Promise<number[]> {
  const { status, body } = await person.request("GET", `${PATH}?${query}`);
  expect(status).toBe(200);
  return body.map(({ id }: { id: number }) => id);
}

test("the list is paged by id, and all pages together contain each campaign once", async () => {
  const { admin } = manyCampaigns();
  const seen: number[] = [];
  for (let before = ""; ; before = `&before=${seen.at(-1)}`) {
    const page = await idsOf(admin, `limit=100${before}`);
    seen.push(...page);
    if (page.length < 100) break;
  }
  expect(seen).toEqual(Array.from({ length: COUNT }, (_, n) => COUNT - n));
});

test("with 3,000 campaigns, a list without parameters and the page stay small", async () => {
  const { admin } = manyCampaigns();
  const list = await admin.open(PATH);
  expect((await list.text()).length).toBeLessThan(64_000);
  const page = await admin.open("/campaigns");
  expect(page.status).toBe(200);
  expect((await page.text()).length).toBeLessThan(600_000);
});

test("drafts and statuses are filtered before they are paged", async () => {
  const { admin, mia, person } = manyCampaigns();
  expect(await idsOf(admin, "status=sending")).toEqual([7]);
  expect((await idsOf(mia, "drafts=only&limit=3")).map((id) => id % 10)).toEqual([0, 0, 0]);
  expect(await idsOf(person("user", ["/campaigns"]), "drafts=only")).toEqual([]);
  const others = await idsOf(admin, "drafts=none&limit=100");
  expect([others.length, others.some((id) => id % 10 === 0)]).toEqual([100, false]);
});

test.each(["limit=0", "limit=101", "before=x", "status=unknown", "drafts=some"])(
  "%s is refused",
  async (query) => {
    expect((await testApp().admin.request("GET", `${PATH}?${query}`)).status).toBe(400);
  },
);
