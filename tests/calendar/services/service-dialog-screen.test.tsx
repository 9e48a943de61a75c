import { expect, test } from "bun:test";
import { screen } from "@testing-library/react";
import { ADMIN, openApp, SETTINGS } from "#tests/shell/app-stand.tsx";

const BALAYAGE = {
  id: 7,
  name: "Balayage",
  category: "Hair",
  durationMinutes: 150,
  bufferMinutes: 0,
  processing: null,
  returnWeeks: null,
  price: "1260.00",
  deposit: "60.00",
  color: "#b8698f",
  employeeIds: null,
  overrides: [],
  onlineBooking: true,
};

test.each([
  ["USD", "$1,260.00", "$80.50"],
  ["CAD", "CA$1,260.00", "CA$80.50"],
  ["CHF", "CHF\u00a01,260.00", "CHF\u00a080.50"],
])(
  "in %s a price reads %s, and what is typed is saved as an amount",
  async (currency, before, after) => {
    const { keys, sent } = await openApp("/settings/services", ADMIN, {
      "GET /api/settings": { ...SETTINGS, currency },
      "GET /api/services": [BALAYAGE],
      "GET /api/booking-page": { url: "https://glow.test/book", qr: { size: 1, path: "" } },
      "PATCH /api/services/7": BALAYAGE,
    });
    await keys.click(await screen.findByRole("button", { name: /Balayage/ }));
    const price = await screen.findByLabelText("Price");
    expect(price).toHaveProperty("value", before);
    await keys.clear(price);
    await keys.type(price, "80.5");
    await keys.tab();
    expect(price).toHaveProperty("value", after);
    await keys.click(screen.getByRole("button", { name: "Save" }));
    const saved = sent.find((one) => one.includes("/api/services/7")) ?? "";
    expect(saved).toContain('"price":"80.50"');
    expect(saved).toContain('"deposit":"60.00"');
  },
);
