import { expect, test } from "bun:test";
import { testApp } from "#tests/support/test-app.ts";

test("a new salon's dashboard has the checklist in its first paint", async () => {
  const { admin, person } = testApp();
  expect(await (await admin.open("/")).text()).toContain("Set Up Your Salon");
  const staff = person("user", ["/"]);
  expect(await (await staff.open("/")).text()).not.toContain("Set Up Your Salon");
});

test("a skipped step and a hidden checklist stay so", async () => {
  const { admin, visitor } = testApp();
  const open = (cookie: string) =>
    visitor("GET", "/", undefined, { cookie: `${admin.cookie}; ${cookie}` });
  expect((await open("services_skipped=true")).body).toContain(" of 7 steps are done");
  expect((await open("set_up_hidden=true")).body).not.toContain("Set Up Your Salon");
});
