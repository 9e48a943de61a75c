import { expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import type { TryEvent } from "#src/calls/assistant/contract.ts";
import type { Settings } from "#src/platform/settings/contract.ts";
import { ADMIN, openApp, refuseWith, SETTINGS } from "#tests/shell/app-stand.tsx";

const SAVED: Settings = {
  ...SETTINGS,
  openaiApiKey: { set: true, last4: "good" },
  aiBusinessDescription: "",
  aiGreeting: "",
  aiHandoverNumber: "",
  aiCallMode: "relay",
  missedCallTextEnabled: false,
  missedCallText: "{businessName}: sorry",
};
const FIGURES = { callsToday: 3, answers: 40, typicalMs: 812, slowMs: 1440 };

const panel = () => within(screen.getByRole("region", { name: "Try the AI Receptionist" }));

function streamReply(...events: TryEvent[]): Response {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  return new Response(lines, { headers: { "content-type": "application/jsonl" } });
}

test("the screen shows how long callers wait, and a try needs a key", async () => {
  const { openaiApiKey: _, ...keyless } = SAVED;
  await openApp("/settings/assistant", ADMIN, {
    "GET /api/settings": keyless,
    "GET /api/voice/figures": FIGURES,
  });
  panel().getByText(
    "3 calls today. Callers usually wait 0.8 s for the first word, or 1.4 s when it's slow.",
  );
  panel().getByText("Save an OpenAI API key first.");
  const start = panel().getByRole<HTMLButtonElement>("button", { name: "Start Test Call" });
  expect(start.disabled).toBe(true);
});

test("a try uses the saved settings, and waits while the greeting is changed", async () => {
  const { keys } = await openApp("/settings/assistant", ADMIN, { "GET /api/settings": SAVED });
  await keys.type(screen.getByLabelText("Greeting"), "Hi");
  panel().getByText("Save your changes to test them.");
});

test("the answer streams, records are shown, and Enter never saves the settings", async () => {
  const { keys, sent } = await openApp("/settings/assistant", ADMIN, {
    "GET /api/settings": SAVED,
    "POST /api/voice/try": streamReply(
      { type: "call", callSid: "try-1" },
      { type: "text", text: "Gladly. ", last: false },
      { type: "text", text: "Which day?", last: true },
      { type: "measured", ms: 640 },
      { type: "noted", what: "message", text: "Running late" },
    ),
  });
  await keys.click(panel().getByRole("button", { name: "Start Test Call" }));
  const log = within(await panel().findByRole("log"));
  await log.findByText("Gladly. Which day?");
  await log.findByText("First word after 0.6 s");
  await log.findByText("On a real call, the message would be saved now: Running late");

  await keys.type(panel().getByLabelText("What the caller says"), "Friday{Enter}");
  await log.findByText("Friday");
  expect(sent).toEqual([
    'POST /api/voice/try {"text":""}',
    'POST /api/voice/try {"text":"Friday","callSid":"try-1"}',
  ]);
  await keys.click(panel().getByRole("button", { name: "Hang Up" }));
  log.getByText("You hung up.");
  panel().getByRole("button", { name: "Start Another Test Call" });
});

test("after a hang-up or a refusal, a new try can be started", async () => {
  const { keys } = await openApp("/settings/assistant", ADMIN, {
    "GET /api/settings": SAVED,
    "POST /api/voice/try": streamReply(
      { type: "call", callSid: "try-1" },
      { type: "text", text: "Goodbye.", last: true },
      { type: "end", next: "hang up" },
    ),
  });
  await keys.click(panel().getByRole("button", { name: "Start Test Call" }));
  await panel().findByText("The AI receptionist hung up.");
  panel().getByRole("button", { name: "Start Another Test Call" });
});

test("the reason for no try is explained", async () => {
  const { keys } = await openApp("/settings/assistant", ADMIN, {
    "GET /api/settings": SAVED,
    "POST /api/voice/try": refuseWith({
      status: 400,
      message: "Add an OpenAI API key in Settings",
    }),
  });
  await keys.click(panel().getByRole("button", { name: "Start Test Call" }));
  await panel().findByText("Add an OpenAI API key in Settings");
});

test("the text after a missed call is previewed once it is switched on", async () => {
  const { keys } = await openApp("/settings/assistant", ADMIN, { "GET /api/settings": SAVED });
  const card = within(screen.getByRole("region", { name: "AI Voice Assistant" }));
  expect(card.queryByLabelText("Text after a missed call")).toBeNull();
  await keys.click(card.getByLabelText("Text callers back after missed calls"));
  card.getByText("Glow: sorry");
});
