import { afterAll, beforeAll, expect, test } from "bun:test";
import { addStaff, crawl } from "#tests/support/crawl.ts";
import { ODD_CLIENTS, oddLeaksIn, sentinelSalon, writeAs } from "#tests/support/sentinels.ts";
import type { Person } from "#tests/support/test-app.ts";
import { report, startTarget, type Target } from "./salon.ts";

/** Her name has a hyphen, an apostrophe, a stroke and parentheses. */
const [[first, last, name]] = ODD_CLIENTS;

let target: Target;
const people: Record<string, Person> = {};

beforeAll(async () => {
  target = await startTarget(async (path) => {
    const parlor = await sentinelSalon(path, writeAs(first, last));
    people["all"] = addStaff(parlor, {});
    people["names"] = addStaff(parlor, { canViewClientNames: false });
    people["phones"] = addStaff(parlor, { canViewClientPhoneNumbers: false });
    return parlor;
  });
}, 60_000);
afterAll(() => target.end());

test.each(["names", "phones"] as const)(
  "hidden %s appear in no reply and on no page",
  async (what) => {
    const everything = await crawl(target.at(people["all"] as Person), oddLeaksIn(name));
    expect(everything[what].length).toBeGreaterThan(20);
    const seen = await crawl(target.at(people[what] as Person), oddLeaksIn(name));
    report(`reading hidden ${what}`, seen.read, seen[what].length);
    expect([seen[what], seen.failed]).toEqual([[], []]);
    expect(seen.read).toBeGreaterThan(40);
  },
);
