import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  addClients,
  type Choice,
  choiceOf,
  chooseEveryone,
  countOf,
  isChosen,
  MAX_EXCEPT,
  NO_RECIPIENTS,
  recipientsOf,
  removeClients,
  removeUnreachable,
} from "#ui/messaging/campaigns/choice.ts";
import { stateOf } from "#ui/messaging/campaigns/recipients.ts";

const TAG = 7;
/** Every third client carries the tag. */
const CLIENTS = Array.from({ length: 30 }, (_, id) => ({
  id,
  tags: id % 3 === 0 ? [{ id: TAG }] : [],
}));
const chosenOf = (choice: Choice) =>
  CLIENTS.filter((client) => isChosen(choice, client)).map(({ id }) => id);
const reachable = (choice: Choice) =>
  choice.kind === "all" && choice.tag === TAG ? CLIENTS.length / 3 : CLIENTS.length;

const step = fc.oneof(
  fc.record({ do: fc.constant("add" as const), ids: fc.uniqueArray(fc.nat(29)) }),
  fc.record({ do: fc.constant("remove" as const), ids: fc.uniqueArray(fc.nat(29)) }),
  fc.record({ do: fc.constantFrom("all", "tag", "nobody", "wire") }),
);

test("for any ticks, the selection means the ticked clients and counts them", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let choice: Choice = NO_RECIPIENTS;
      let model = new Set<number>();
      for (const one of steps) {
        if (one.do === "all") {
          choice = chooseEveryone(null);
          model = new Set(CLIENTS.map(({ id }) => id));
        } else if (one.do === "tag") {
          choice = chooseEveryone(TAG);
          model = new Set(CLIENTS.filter(({ tags }) => tags.length > 0).map(({ id }) => id));
        } else if (one.do === "nobody") {
          choice = NO_RECIPIENTS;
          model = new Set();
        } else if (one.do === "wire") {
          const { contactIds = null, audience = null } = recipientsOf(choice);
          choice = choiceOf({
            contactIds,
            audience: audience && { tag: audience.tag ?? null, except: audience.except ?? [] },
          });
        } else if ("ids" in one) {
          const clients = CLIENTS.filter(({ id }) => one.ids.includes(id));
          const next = (one.do === "add" ? addClients : removeClients)(choice, clients);
          if (next === undefined) {
            // Only somebody without the tag cannot be added to all who carry it.
            expect(choice).toMatchObject({ kind: "all", tag: TAG });
            expect(clients.some(({ tags }) => tags.length === 0)).toBe(true);
            continue;
          }
          choice = next;
          for (const id of one.ids) one.do === "add" ? model.add(id) : model.delete(id);
        }
        expect(chosenOf(choice)).toEqual([...model].sort((a, b) => a - b));
        expect(countOf(choice, reachable(choice))).toBe(model.size);
      }
    }),
  );
});

test("more exceptions than the request allows are refused, not cut off", () => {
  const many = Array.from({ length: MAX_EXCEPT }, (_, id) => ({ id, tags: [] }));
  const choice = removeClients(chooseEveryone(null), many);
  expect(choice && countOf(choice, 1_000_000)).toBe(1_000_000 - MAX_EXCEPT);
  expect(removeClients(choice ?? NO_RECIPIENTS, [{ id: -1, tags: [] }])).toBeUndefined();
});

test("a client who turns out not to receive texts isn't counted", () => {
  const some = addClients(NO_RECIPIENTS, CLIENTS.slice(0, 3)) ?? NO_RECIPIENTS;
  expect(countOf(removeUnreachable(some, new Set([1])), 0)).toBe(2);
  const all = removeClients(chooseEveryone(null), CLIENTS.slice(0, 3)) ?? NO_RECIPIENTS;
  // The total has lost the one who opted out: they are no exception from it any more.
  expect(countOf(removeUnreachable(all, new Set([1])), 29)).toBe(27);
});

const ROWS = { total: 10, chosen: 0, complete: true, count: 0, valid: 100 };
const HERE = { q: "", tag: undefined };

test.each([
  ["nobody", NO_RECIPIENTS, HERE, {}, "none"],
  ["all", chooseEveryone(null), HERE, { count: 100 }, "all"],
  ["all but some", chooseEveryone(null), HERE, { count: 99 }, "some"],
  ["all, seen by a tag", chooseEveryone(null), { q: "", tag: 1 }, { complete: false }, "all"],
  ["a tag, seen by it", chooseEveryone(1), { q: "", tag: 1 }, { complete: false }, "all"],
  ["a tag, seen by another", chooseEveryone(2), { q: "", tag: 1 }, { chosen: 4 }, "some"],
  ["found and chosen", NO_RECIPIENTS, { q: "a", tag: undefined }, { chosen: 10 }, "all"],
  [
    "chosen so far, more to come",
    NO_RECIPIENTS,
    { q: "a", tag: 1 },
    { chosen: 10, complete: false },
    "some",
  ],
] as const)("%s: select all is ticked accordingly", (_, choice, scope, more, state) =>
  expect(stateOf(choice, scope, { ...ROWS, ...more })).toBe(state),
);
