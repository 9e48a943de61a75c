import { expect, test } from "bun:test";
import { findPayment, setPaid } from "#db/billing/payments.ts";
import migrations from "#db/migrations.sql" with { type: "text" };
import { payDesk } from "./stand.ts";

test("receipts from before name the card as all others do", async () => {
  const desk = await payDesk();
  const { db } = desk.app;
  const { body } = await desk.take();
  const paid = { tipCents: 0, intent: "pi_1", isLate: 0, at: 1 } as const;
  setPaid(db, body.id, { ...paid, card: "American Express 0005" });
  const [rename = ""] = /^update payments set card .*$/m.exec(migrations) ?? [];
  db.run(rename);
  expect(findPayment(db, body.id)?.card).toBe("American Express ending in 0005");
});
