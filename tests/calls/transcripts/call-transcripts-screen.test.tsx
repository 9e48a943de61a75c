import { expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp, staffWith } from "#tests/shell/app-stand.tsx";
import { createApi } from "#ui/api.ts";
import { callQuery } from "#ui/calls/transcripts/queries.ts";

const CALL = {
  id: 3,
  twilioCallSid: "CA3",
  callerNumber: "+15125550142",
  callStartTime: "2026-11-19T15:38:00Z",
  callEndTime: "2026-11-19T15:40:31Z",
  callDuration: 151,
  transcript: "Caller: Friday?\nAI Assistant: Gladly.",
  messagesJson: [
    { role: "assistant", content: "How can I help you?" },
    { role: "user", content: "Friday?" },
    { role: "system", content: "find_free_slots" },
    { role: "assistant", content: "Gladly." },
  ],
  matchedContactId: 5,
  matchedContact: { id: 5, name: "Ana Silva" },
  callerNames: ["Anna"],
  status: "completed",
  message: "",
  requests: [
    {
      id: 7,
      status: "pending",
      requestedService: "Balayage",
      preferredDate: "Friday",
      preferredTime: "around three",
    },
  ],
  createdAt: "2026-11-19T15:38:00Z",
};
const VOICEMAIL = {
  ...CALL,
  id: 2,
  callerNumber: null,
  callDuration: null,
  transcript: "Please call me back.",
  message: "Please call me back.",
  messagesJson: [],
  matchedContactId: null,
  matchedContact: null,
  callerNames: [],
  status: "failed",
  requests: [],
};
const answers = {
  "GET /api/call-transcripts": [CALL, VOICEMAIL],
  "GET /api/call-transcripts/count": { count: 1234 },
  "GET /api/call-transcripts/3": CALL,
  "GET /api/call-transcripts/2": VOICEMAIL,
};
const open = (more = {}, user = ADMIN, address = "/call-transcripts") =>
  openApp(address, user, { ...answers, ...more });

test("calls that need an answer are a choice, and missed ones can be called back", async () => {
  const missed = { ...VOICEMAIL, callerNumber: "+15125550199", status: "missed" };
  const { keys } = await open({ "GET /api/call-transcripts": [missed] });
  await keys.click(screen.getByRole("radio", { name: "Needs an Answer" }));
  expect(location.search).toBe("?show=unanswered");
  const back = await screen.findByRole("link", { name: "Call Back: (512) 555-0199" });
  expect(back.getAttribute("href")).toBe("tel:+15125550199");
});

test("the screen shows the total, and each card shows number, client, time, length and first words", async () => {
  await open();
  screen.getByText("1,234");
  const row = screen.getByRole("link", { name: /555-0142/ });
  for (const expectedText of ["Asked to book", "Ana Silva", "Friday?", "Nov 19 at 9:38 AM", "2:31"])
    expect(row.textContent).toContain(expectedText);
  const other = screen.getByRole("link", { name: /Number withheld/ });
  for (const expectedText of ["Cut off", "Message: Please call me back.", "Unknown"])
    expect(other.textContent).toContain(expectedText);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test.each([
  ["Booked", { requests: CALL.requests.map((one) => ({ ...one, status: "approved" })) }],
  ["Left a message", { requests: [], message: "Please call me back." }],
  ["Completed", { requests: [] }],
])("a call's badge says what came of it: %s", async (outcome, changes) => {
  await open({ "GET /api/call-transcripts": [{ ...CALL, ...changes }] });
  within(screen.getByRole("link", { name: /555-0142/ })).getByText(outcome);
});

test("the dialog shows the turns, without what the caller didn't hear, links onward, and returns to its card", async () => {
  const { keys } = await open();
  const card = screen.getByRole("link", { name: /555-0142/ });
  await keys.click(card);
  const dialog = await screen.findByRole("dialog", { name: "Ana Silva" });
  expect(location.search).toBe("?call=3");
  within(dialog).getByText(/555-0142/);
  const said = within(await screen.findByRole("region", { name: "Conversation" }));
  expect(said.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "AI AssistantHow can I help you?",
    "CallerFriday?",
    "AI AssistantGladly.",
  ]);
  const asked = within(screen.getByRole("region", { name: "Appointment request" }));
  asked.getByText("Balayage");
  expect(asked.getByRole("link", { name: "Approve or Reject" }).getAttribute("href")).toBe(
    "/potential-appointments?status=pending",
  );
  expect(screen.getByRole("link", { name: "Call Back" }).getAttribute("href")).toBe(
    "tel:+15125550142",
  );
  await keys.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(location.search).toBe(""));
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(card));
});

test("a call without turns shows the message, and one without either its plain transcript", async () => {
  await open({}, ADMIN, "/call-transcripts?call=2");
  await screen.findByText("Message for you");
  screen.getAllByText("Please call me back.");
  expect(screen.queryByRole("region", { name: "Conversation" })).toBeNull();
  screen.getByText("Unknown caller");
});

test("an older call is shown as its stored plain text", async () => {
  const plain = { ...VOICEMAIL, message: "", transcript: "Caller: Hello\nAI Assistant: Hi" };
  await open({ "GET /api/call-transcripts/2": plain }, ADMIN, "/call-transcripts?call=2");
  await screen.findByText(/Caller: Hello/);
});

test("an active call grows as it is spoken", async () => {
  const live = { ...CALL, status: "in_progress", callEndTime: null, callDuration: null };
  const { client } = await open(
    { "GET /api/call-transcripts/3": live },
    ADMIN,
    "/call-transcripts?call=3",
  );
  await screen.findByText("The call is still going.");
  const messagesJson = [...live.messagesJson, { role: "user", content: "At three?" }];
  act(
    () =>
      void client.setQueryData<unknown>(callQuery(createApi(fetch), 3).queryKey, {
        ...live,
        messagesJson,
      }),
  );
  await screen.findByText("At three?");
});

test("a link to a deleted call says so", async () => {
  await open({}, ADMIN, "/call-transcripts?call=99");
  await screen.findByRole("dialog", { name: "This call was deleted" });
});

test("a search is kept in the address, and an empty result can be reset", async () => {
  const { keys } = await open({ "GET /api/call-transcripts": [] });
  await keys.type(screen.getByRole("searchbox", { name: "Search calls" }), "tattoo");
  await waitFor(() => expect(location.search).toBe("?q=tattoo"));
  screen.getByText("No calls found");
  await keys.click(screen.getByRole("link", { name: "Reset" }));
  await waitFor(() => expect(location.search).toBe(""));
});

test("a user who may search nothing has no search, and without the inbox there is no message button", async () => {
  const desk = staffWith("/call-transcripts");
  await open(
    {},
    {
      ...desk,
      permissions: {
        ...desk.permissions,
        canViewClientNames: false,
        canViewClientPhoneNumbers: false,
      },
    },
    "/call-transcripts?call=3",
  );
  await screen.findByRole("dialog");
  expect(screen.queryByRole("searchbox", { name: "Search calls" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Message" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Approve or Reject" })).toBeNull();
});

test("before the first call, only admins get a link to the assistant's settings", async () => {
  const none = { "GET /api/call-transcripts": [], "GET /api/call-transcripts/count": { count: 0 } };
  await open(none);
  screen.getByRole("link", { name: "Set Up the AI Voice Assistant" });
});

test("before the first call, staff read what will be here", async () => {
  const none = { "GET /api/call-transcripts": [], "GET /api/call-transcripts/count": { count: 0 } };
  await open(none, staffWith("/call-transcripts"));
  screen.getByText("No calls yet");
  expect(screen.queryByRole("link", { name: "Set Up the AI Voice Assistant" })).toBeNull();
});
