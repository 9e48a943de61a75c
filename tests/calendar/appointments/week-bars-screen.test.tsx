import { expect, spyOn, test } from "bun:test";
import { addDays } from "#src/shared/wall-time.ts";
import { ADMIN, openApp } from "#tests/shell/app-stand.tsx";
import { appointment, TODAY, WITH } from "./screen-stand.ts";

const WEEK = `/appointments?date=${TODAY}&view=week`;

test.each([
  ["5:00 PM", "17:00", "12"],
  ["1:00 PM", "13:00", "12"],
  ["noon", "12:00", null],
  ["11:00 AM", "11:00", null],
])(
  "in a week that ends at %s, noon is named above the bars if it has room",
  async (_, end, label) => {
    const open = [{ start: "09:00", end }];
    const employees = [1, 2].map((employeeId) => ({ employeeId, open }));
    const days = Array.from({ length: 7 }, (_, at) => ({
      ...{ date: addDays(TODAY, at), closedFor: null, open, employees },
    }));
    await openApp(WEEK, ADMIN, { ...WITH([]), "GET /api/hours/days": days });
    const day = document.querySelector(".board > .day > p");
    expect(day?.getAttribute("data-noon")).toBe(label);
  },
);

test("two visits of an employee that begin together are both on the bar", async () => {
  const logged = spyOn(console, "error");
  const other = appointment({ id: 2, clientName: "Grace Kim" });
  await openApp(WEEK, ADMIN, WITH([appointment(), other]));
  expect(document.querySelectorAll(".board .load .taken")).toHaveLength(2);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

test("today's bars show what time it is, and no other day's", async () => {
  await openApp(WEEK, ADMIN, WITH([]));
  const marks = [...document.querySelectorAll<HTMLElement>(".board .load > .at-now")];
  const cells = [...document.querySelectorAll(".board > .cell")].filter((cell) =>
    cell.querySelector(".at-now"),
  );
  expect(marks.length).toBeGreaterThan(0);
  expect(cells.every((cell) => cell.textContent?.includes("Nov 19"))).toBe(true);
});
