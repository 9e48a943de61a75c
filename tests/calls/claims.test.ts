import { expect, test } from "bun:test";
import fc from "fast-check";
import { createAnswerWords } from "#src/calls/conversation/answer-words.ts";

const SALON = {
  numbers: ["(512) 555-0100"],
  prices: [4_500, 12_050],
  texts: ["Brow shaping is $20 until Friday. hello_us@halcyon.example"],
  said: ["Is it 80 dollars?"],
};

/** What is said of an answer that arrives in these pieces. */
function speak(answer: string, cuts: readonly number[] = []): string {
  let spoken = "";
  const words = createAnswerWords(SALON, 2_000, [], (text) => {
    spoken += text;
  });
  const places = [...new Set(cuts.map((cut) => cut % (answer.length + 1)))].sort((a, b) => a - b);
  for (const [at, from] of [0, ...places].entries())
    words.push(answer.slice(from, places[at] ?? answer.length));
  words.flush();
  return spoken;
}

/** However the stream is cut. */
function expectSpoken(answer: string, spoken: string): void {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 20 }), (cuts) => {
      expect(speak(answer, cuts)).toBe(spoken);
    }),
    { numRuns: 40 },
  );
}

const UNKNOWN = "a price the team can tell you";
test.each([
  ["A facial is $99.", `A facial is ${UNKNOWN}.`],
  ["It's $ 1,200.00 for that, or 80 dollars", `It's ${UNKNOWN} for that, or ${UNKNOWN}`],
  ["That is eighty-five dollars, thanks", `That is ${UNKNOWN}, thanks`],
  ["It costs about ninety for you.", `It costs about ${UNKNOWN} for you.`],
  ["The price is 99 today", `The price is ${UNKNOWN} today`],
  ["You pay **$99** then", `You pay ${UNKNOWN} then`],
])("the invented price in «%s» isn't said", expectSpoken);

test.each([
  "A cut is $45, color is $120.50, and brows are $20.",
  "That's forty-five dollars, so 45 dollars.",
  "It costs 45.",
  "It is 45 minutes, charged at 10 AM, for two people.",
  "Your price is listed at 10:30",
])("«%s» is said word for word", (answer) => {
  expectSpoken(answer, answer);
});

test.each([
  ["You're booked for Friday at 10 AM.", "You're requested for Friday at 10 AM."],
  ["I've booked you with Elena!", "I've requested you with Elena!"],
  ["Your appointment is confirmed.", "Your appointment is requested."],
  ["It’s now scheduled. Booked!", "It’s now requested. requested!"],
  ["You are already **booked**", "You are already requested"],
])("«%s» is no claim of a booking", expectSpoken);

test.each([
  "We're fully booked on Friday, and that time is already booked.",
  "Nothing is booked yet, and it isn't booked until the team confirms it.",
  "The team answers once it's confirmed.",
])("«%s» claims nothing", (answer) => {
  expectSpoken(answer, answer);
});

test("markup isn't read aloud, and numbers in it are found", () => {
  expectSpoken("# Times\n\n- **9 AM** with `Elena`\n- 10 AM", " Times\n 9 AM with Elena\n 10 AM");
  expectSpoken(
    "See [our page](https://halcyon.example/a_b) _now_ __please__",
    "See our page now please",
  );
  expect(speak("Call **512**-**555**-**0199**")).toBe("Call a number I can't share");
  expect(speak("Call 512_555_0199")).toBe("Call a number I can't share");
  expect(speak("Write to hello_us@halcyon.example, 9 - 10 AM")).toBe(
    "Write to hello_us@halcyon.example, 9 - 10 AM",
  );
});
