import { expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import { ADMIN, openApp } from "#tests/shell/app-stand.tsx";
import { DAY_NAMES } from "#ui/calendar/hours/day-names.ts";

const FIGURES = {
  ...{ visits: 372, noShows: 36, noShowShare: 36 / 408, canceled: 12, rebookedShare: 0.5 },
  ...{ revenue: "100.00", listRevenue: "0.00", listVisits: 0, tips: "0.00", fees: "0.00" },
  ...{ keptDeposits: "0.00", unpricedVisits: 0, currency: "USD" },
  ...{ byEmployee: [], byService: [], busiest: [], campaigns: [], automaticTexts: [] },
};

test("the share of no-shows says of how many visits, and a note begins with a capital", async () => {
  await openApp("/reports", ADMIN, {
    "GET /api/reports": { ...FIGURES, previous: { ...FIGURES, noShows: 30 } },
  });
  const missed = within(screen.getByRole("region", { name: "No-Shows" }));
  expect(missed.getAllByText("8.8%")).toHaveLength(2);
  missed.getByText("36 of 408 booked visits");
  screen.getByText("Booked again within 30 days");
});

test("what was received is apart from list prices of visits without a recorded payment", async () => {
  await openApp("/reports", ADMIN, {
    "GET /api/reports": {
      ...{ ...FIGURES, revenue: "256.00", listRevenue: "120.00", listVisits: 1 },
      ...{ keptDeposits: "60.00", fees: "25.00", previous: FIGURES },
    },
  });
  const figure = (name: string) => screen.getByRole("region", { name }).textContent;
  expect(figure("Received")).toBe("Received$136.00$36.00 more than before");
  expect(figure("Not Yet Recorded")).toBe("Not Yet Recorded$120.001 visit at list price");
  const kept = within(screen.getByRole("region", { name: "No-Shows" }));
  kept.getByText("$60.00");
  kept.getByText("$25.00");
  kept.getByText("Received leaves out kept deposits and fees.");
});

test("all of the busiest hours have the color that the key explains", async () => {
  const busiest = DAY_NAMES.map((_, day) =>
    Array.from({ length: 24 }, (_, hour) => (day < 2 && hour === 10 ? 6 : Number(hour === 14))),
  );
  await openApp("/reports", ADMIN, {
    "GET /api/reports": { ...FIGURES, busiest, previous: FIGURES },
  });
  const peaks = [...document.querySelectorAll(".heat-cell.peak")];
  expect(peaks.map((cell) => cell.getAttribute("data-tip"))).toEqual([
    "Monday at 10 AM: 6 visits",
    "Tuesday at 10 AM: 6 visits",
  ]);
});
