import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Reply } from "#tests/sandbox/openai-chat.ts";
import { KEYS } from "#tests/sandbox/outside-shapes.ts";
import { type OutsideStandIn, startOutsideStandIn } from "#tests/sandbox/outside-stand-in.ts";
import { outsideSalon } from "#tests/support/outside-salon.ts";

let standIn: OutsideStandIn;
beforeEach(() => {
  standIn = startOutsideStandIn();
});
afterEach(async () => {
  expect([standIn.unexpected, standIn.bugs]).toEqual([[], []]);
  await standIn.stop();
});

const KINDS = [
  [
    "membership",
    "/api/memberships",
    { name: "Glow Club", description: "A facial each month", price: "49.50" },
    "$49.50",
  ],
  [
    "payment plan",
    "/api/payment-plans",
    {
      name: "Laser series",
      description: "Six sessions",
      principalAmount: "1000.00",
      feePercentage: 5,
      installmentCount: 6,
      installmentInterval: "month",
    },
    "$1,050.00",
  ],
] as const;

/** What the model drafts, of one paragraph. */
function draftReply(expectedText: string): Reply {
  const agreement = {
    title: "Agreement",
    sections: [{ heading: "Price", paragraphs: [expectedText] }],
  };
  return { text: JSON.stringify(agreement) };
}

async function draft(path: string, offer: object) {
  const { admin } = outsideSalon(standIn.config);
  await admin.request("POST", "/api/settings", { openaiApiKey: KEYS.openai });
  const { body } = await admin.request("POST", path, offer);
  return admin.request("POST", `${path}/${body.id}/generate-agreement`);
}

test.each(KINDS)(
  "a %s agreement is drafted through OpenAI's own SDK from its facts",
  async (_, path, offer, price) => {
    standIn.chat.script.push(draftReply(`It costs ${price}.`));
    const { status, body } = await draft(path, offer);
    expect([status, body.agreementText]).toEqual([
      200,
      `# Agreement\n\n## Price\n\nIt costs ${price}.`,
    ]);
    expect(standIn.chat.requests[0]?.messages[1]?.content).toContain(price);
  },
);

test.each(KINDS)(
  "a %s draft that invents an amount is requested again with that amount excluded",
  async (_, path, offer, price) => {
    standIn.chat.script.push(
      draftReply(`It costs ${price}, and $25.00 when late.`),
      draftReply(`It costs ${price}.`),
    );
    expect((await draft(path, offer)).status).toBe(200);
    expect(standIn.chat.requests[1]?.messages[1]?.content).toContain("leave them out: $25.00");
  },
);

test.each(KINDS)(
  "a %s draft that invents an amount twice is refused, and none is stored",
  async (_, path, offer) => {
    standIn.chat.otherwise = () => draftReply("It costs $99.99 by March 3, 2031.");
    const { status, body } = await draft(path, offer);
    expect(status).toBe(409);
    expect(body.message).toContain("$99.99");
    expect(standIn.chat.requests).toHaveLength(2);
  },
);

test.each<[string, Reply, number, string]>([
  ["refuses", { refusal: "I would rather not." }, 409, "I would rather not."],
  ["is cut off", { text: '{"title":', finish: "length" }, 409, "didn't return an agreement"],
  ["writes no agreement", { text: "Hello!" }, 409, "didn't return an agreement"],
  ["knows no such key", { status: 401 }, 409, "OpenAI refused the key"],
  ["has trouble", { status: 500 }, 503, "has problems right now"],
])("a model that %s is told of in words", async (_, reply, status, expectedText) => {
  standIn.chat.otherwise = () => reply;
  const [, path, offer] = KINDS[0];
  const answer = await draft(path, offer);
  expect([answer.status, answer.body.message]).toEqual([
    status,
    expect.stringContaining(expectedText),
  ]);
});
