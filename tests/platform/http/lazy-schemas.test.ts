import { expect, test } from "bun:test";
import * as lazy from "zod/mini";
import * as zod from "zod/v4/mini";
import { MODULES } from "#src/server.ts";

const endpoints = MODULES.flatMap(({ contract }) => Object.values(contract));

test("no contract makes its schemas while the server starts", () => {
  const made = endpoints.flatMap(({ method, path, query, body, reply }) =>
    [query, body, reply].some((shape) => shape && shape.constructor.name !== "LazySchema")
      ? [`${method} ${path}`]
      : [],
  );
  expect(made).toEqual([]);
});

test("a schema is made once, at its first use", () => {
  const Name = lazy.string().check(lazy.trim(), lazy.minLength(1));
  expect(Object.hasOwn(Name, "_zod")).toBe(false);
  expect(Name.parse(" Maya ")).toBe("Maya");
  expect(Name.safeParse("").success).toBe(false);
  const { _zod } = Name;
  expect(lazy.parse(Name, "Ana")).toBe("Ana");
  expect(Name._zod).toBe(_zod);
});

test("lazy schemas describe and check the same as plain ones", () => {
  const [made, plain] = [lazy, zod].map((z) => {
    const Day = z.object({
      opens: z.nullable(z.string()),
      seats: z._default(z.int().check(z.gte(1)), 2),
    });
    const Salon = z.extend(z.object({ name: z.optional(z.enum(["Halcyon", "Glow"])) }), {
      days: z.array(z.pick(Day, { opens: true, seats: true })),
      more: z.union([z.literal("no"), z.record(z.string(), z.boolean())]),
    });
    const wrong = { name: "Parlor", days: [{ opens: 9, seats: 0 }], more: 1 };
    return {
      isObject: Salon instanceof z.ZodMiniObject,
      described: z.toJSONSchema(Salon),
      issues: Salon.safeParse(wrong).error?.issues,
      parsed: Salon.parse({ days: [{ opens: null }], more: "no" }),
    };
  });
  expect(made).toEqual(plain);
  expect(made?.isObject).toBe(true);
});
