import { expect, test } from "bun:test";
import { findNamedServices } from "#src/calendar/services/named-services.ts";

const NAMES = [
  "Hydrating Facial",
  "Chemical Peel, Level 2",
  "Root Touch-up",
  "Brow Shaping",
  "Brow Lamination",
  "Lash Lift & Tint",
  "Classic Lash Fill",
  "Cut & Style",
  "Color",
  "Color Correction",
  "Men's Cut",
  "Balayage",
];
const SERVICES = NAMES.map((name, id) => ({ id, name }));

for (const [texts, ...named] of [
  [["Thank you!"]],
  [[]],
  // By full name, in any spelling and in the order of the text.
  [["Do you have time for a BALAYAGE?"], "Balayage"],
  [["brow lamination and a cut and style please"], "Brow Lamination", "Cut & Style"],
  [["How much are men’s cuts?"], "Men's Cut"],
  [["Can I have my color done?"], "Color"],
  [["I need a color correction :("], "Color Correction"],
  // By a part that only one has.
  [["Is the peel ok before my trip?"], "Chemical Peel, Level 2"],
  [["Facials on Friday?"], "Hydrating Facial"],
  [["My lash fill is overdue"], "Classic Lash Fill"],
  [["my roots are showing"], "Root Touch-up"],
  // Not by a part that several have, or that says little.
  [["BROWS please!"]],
  [["Love the style! Could you fill me in? Level 2 parking is full"]],
  [["Can I get a cut?"]],
  // The newest text that names any counts, and a list of offers doesn't.
  [["Which suits you better?", "Balayage on Tuesday", "or a facial"], "Balayage"],
  [["We do facials, balayage, tint and lamination", "A facial, please"], "Hydrating Facial"],
  // Of services that the salon doesn't have.
  [["Do you do microblading?"]],
] as const satisfies readonly (readonly [readonly string[], ...string[]])[])
  test(`${JSON.stringify(texts)} names ${named.join(", ") || "no service"}`, () => {
    expect(findNamedServices(texts, SERVICES).map((id) => NAMES[id])).toEqual([...named]);
  });

test("a salon without services has none to name", () => {
  expect(findNamedServices(["Balayage?"], [])).toEqual([]);
});
