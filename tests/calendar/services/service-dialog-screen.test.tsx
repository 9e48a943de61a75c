import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp, SETTINGS } from "#tests/shell/app-stand.tsx";
import { serviceRow } from "#tests/shell/rows.ts";

const BALAYAGE = serviceRow({
  id: 7,
  name: "Balayage",
  category: "Hair",
  durationMinutes: 150,
  price: "1260.00",
  deposit: "60.00",
  color: "#b8698f",
});

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

test("a new service is scrolled to and its row has the focus", async () => {
  const services = [BALAYAGE];
  const brows = { ...BALAYAGE, id: 9, name: "Brow Shaping", category: "Face" };
  const { keys } = await openApp("/settings/services", ADMIN, {
    "GET /api/services": services,
    "GET /api/booking-page": { url: "https://glow.test/book", qr: { size: 1, path: "" } },
    "POST /api/services": brows,
  });
  const [add] = await screen.findAllByRole("button", { name: "Add Service" });
  await keys.click(add as HTMLElement);
  await keys.type(await screen.findByLabelText("Name"), "Brow Shaping");
  services.push(brows);
  await keys.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add Service" }));
  const row = await screen.findByRole("button", { name: /^Brow Shaping/ });
  await waitFor(() => expect(document.activeElement).toBe(row));
});
