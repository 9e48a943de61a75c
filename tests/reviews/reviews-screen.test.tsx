import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { Review, ReviewConnection } from "#src/reviews/contract.ts";
import { ADMIN, NOW, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";
import { contactRow } from "#tests/shell/rows.ts";

const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

const ANA: Review = {
  id: 7,
  googleReviewId: "AbF1",
  reviewerName: "Ana Silva",
  rating: 4,
  reviewText: "Lovely.\nAnd all the rest of it.",
  reviewTime: minutesAgo(40),
  contactId: 3,
  contact: { id: 3, name: "Ana Silva", phoneNumber: "+15125550142" },
  manuallyMatched: false,
  discountApplied: false,
  checkedOff: false,
  checkedOffBy: null,
  checkedOffByUsername: null,
  checkedOffAt: null,
  createdAt: "2026-11-19T15:00:00Z",
  updatedAt: "2026-11-19T15:00:00Z",
};
const APPLIED: Review = {
  ...ANA,
  id: 8,
  reviewerName: "Bea O.",
  manuallyMatched: true,
  discountApplied: true,
  checkedOff: true,
  checkedOffBy: "u1",
  checkedOffByUsername: "maya",
  checkedOffAt: minutesAgo(30),
};
const STRANGER: Review = {
  ...ANA,
  id: 9,
  reviewerName: "glow.and.go",
  rating: 1,
  reviewText: "",
  contactId: null,
  contact: null,
};
const CONNECTED: ReviewConnection = {
  source: "account",
  businessName: "Halcyon on Lamar",
  lastFetchedAt: minutesAgo(5),
  problem: null,
};
const NONE: ReviewConnection = {
  source: "none",
  businessName: "",
  lastFetchedAt: null,
  problem: null,
};
const answers = {
  "GET /api/google-reviews": [ANA, APPLIED, STRANGER],
  "GET /api/google-reviews/stats": { total: 3, matched: 2, discounted: 1 },
  "GET /api/google-reviews/connection": CONNECTED,
};
const EMPTY = {
  "GET /api/google-reviews": [],
  "GET /api/google-reviews/stats": { total: 0, matched: 0, discounted: 0 },
};
const open = (more = {}, user = ADMIN, address = "/reviews") =>
  openApp(address, user, { ...answers, ...more });
const row = (name: RegExp) => within(screen.getByRole("row", { name }));
const desk = staffWith("/reviews");

test("the screen shows figures, columns, stars, states, and the last fetch", async () => {
  await open();
  for (const [label, figure] of [
    ["Total Reviews", "3"],
    ["Matched to Contacts", "2"],
    ["Discounts Applied", "1"],
  ] as const)
    within(screen.getByRole("region", { name: label })).getByText(figure);
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Reviewer",
    "Rating",
    "Review",
    "Contact",
    "Date",
    "Status",
    "Actions",
  ]);
  // In the page twice: in a column, and below another where the table lacks room.
  row(/^Ana Silva/).getAllByRole("img", { name: "4 of 5 stars" });
  expect(row(/^Ana Silva/).queryByText(/^Discount/)).toBeNull();
  await row(/^Ana Silva/).findAllByText("40 min ago");
  row(/Bea O\./).getAllByText("Discount applied");
  row(/Bea O\./).getAllByText("Matched manually");
  expect(row(/Bea O\./).getAllByText(/^By maya/)[0]?.textContent).toBe("By maya, 30 min ago");
  row(/glow\.and\.go/).getAllByText("Not matched");
  row(/glow\.and\.go/).getByText("Rating only, no text");
  expect(screen.getByText(/Last fetched/).textContent).toBe(
    "Halcyon on Lamar · Last fetched: 5 min ago",
  );
  screen.getByText(/Google prohibits offering rewards for reviews/);
  row(/^Ana Silva/).getAllByRole("link", { name: "Ana Silva" });
});

test("where no column says who it is, the matched contact is called the client", async () => {
  await open();
  const links = row(/^Ana Silva/).getAllByRole("link", { name: "Ana Silva" });
  // On a tablet's row, below the review, and in a column of its own: CSS shows one of them.
  expect(links.map((link) => link.parentElement?.textContent)).toEqual([
    "Client: Ana Silva",
    "Client: Ana Silva",
    "Ana Silva",
  ]);
});

test("a long review opens in a dialog", async () => {
  const { keys } = await open();
  await keys.click(row(/^Ana Silva/).getByRole("button", { name: /^Lovely/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ana Silva" }));
  dialog.getByText(/And all the rest of it/);
});

test("a review without a text opens too, with the buttons that a phone's row doesn't have", async () => {
  const { keys, sent } = await open({
    "POST /api/google-reviews/7/check-off": { ...ANA, checkedOff: true },
  });
  await keys.click(screen.getByRole("button", { name: "Open the review by glow.and.go" }));
  let dialog = within(await screen.findByRole("dialog", { name: "glow.and.go" }));
  dialog.getByText("Rating only, no text");
  await keys.click(dialog.getByRole("button", { name: "Close" }));
  await keys.click(screen.getByRole("button", { name: "Open the review by Ana Silva" }));
  dialog = within(await screen.findByRole("dialog", { name: "Ana Silva" }));
  await keys.click(dialog.getByRole("button", { name: "Mark Discount Applied: Ana Silva" }));
  expect(sent).toEqual(["POST /api/google-reviews/7/check-off"]);
});

test("checking off and unchecking show the result, and a recorded discount keeps its match", async () => {
  const { keys, sent } = await open({
    "POST /api/google-reviews/7/check-off": { ...ANA, checkedOff: true },
    "POST /api/google-reviews/8/uncheck": { ...APPLIED, checkedOff: false },
  });
  await keys.click(screen.getByRole("button", { name: "Mark Discount Applied: Ana Silva" }));
  await screen.findByText("Discount applied", { selector: ".toast *" });
  await keys.click(screen.getByRole("button", { name: "Mark Discount Pending: Bea O." }));
  await screen.findByText("Discount pending", { selector: ".toast *" });
  expect(sent).toEqual([
    "POST /api/google-reviews/7/check-off",
    "POST /api/google-reviews/8/uncheck",
  ]);
  screen.getByRole("button", { name: "More actions for Ana Silva" });
  expect(screen.queryByRole("button", { name: "More actions for Bea O." })).toBeNull();
});

test("a failure shows its reason", async () => {
  const { keys } = await open({
    "POST /api/google-reviews/7/check-off": refuseWith({
      status: 409,
      message: "Match this review to a contact first.",
    }),
  });
  await keys.click(screen.getByRole("button", { name: "Mark Discount Applied: Ana Silva" }));
  await screen.findByText("Match this review to a contact first.");
});

test("a contact can be chosen by hand, also one who opted out", async () => {
  const bea = contactRow({ id: 4, name: "Bea Osei", phoneNumber: "+15125550143", optedOut: true });
  const { keys, sent } = await open({
    "GET /api/contacts": { contacts: [bea], total: 1, nextCursor: null },
    "POST /api/google-reviews/9/match": { ...STRANGER, contactId: 4, contact: bea },
  });
  await keys.click(screen.getByRole("button", { name: "Match glow.and.go" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Match glow.and.go to a Contact" }),
  );
  expect((dialog.getByRole("button", { name: "Match" }) as HTMLButtonElement).disabled).toBe(true);
  await keys.click(await dialog.findByRole("radio", { name: /Bea Osei/ }));
  await keys.click(dialog.getByRole("button", { name: "Match" }));
  await screen.findByText("Review matched");
  expect(sent).toEqual(['POST /api/google-reviews/9/match {"contactId":4}']);
});

test("a wrong match is removed, and Undo restores it", async () => {
  const { keys, sent } = await open({
    "DELETE /api/google-reviews/7/match": { ...ANA, contactId: null, contact: null },
    "POST /api/google-reviews/7/match": { ...ANA, manuallyMatched: true },
  });
  await keys.click(screen.getByRole("button", { name: "More actions for Ana Silva" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Not This Contact" }));
  await screen.findByText("Match removed");
  await keys.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(sent).toEqual([
      "DELETE /api/google-reviews/7/match",
      'POST /api/google-reviews/7/match {"contactId":3}',
    ]),
  );
});

test("fetching and matching again report their results, line by line", async () => {
  const { keys } = await open({
    "POST /api/google-reviews/fetch": { message: "2 reviews added.\n1 review matched." },
    "POST /api/google-reviews/rematch": { message: "Matched 1 review to a contact.", matched: 1 },
  });
  await keys.click(screen.getByRole("button", { name: "Fetch from Google" }));
  await screen.findByText("Reviews fetched");
  const toast = screen.getByText(/2 reviews added/, { selector: ".toast *" });
  expect(toast.textContent).toBe("2 reviews added.\n1 review matched.");
  expect(toast.className).toContain("whitespace-pre-line");
  await keys.click(screen.getByRole("button", { name: "Refresh & Match" }));
  await screen.findByText("Matched 1 review to a contact.");
});

test.each([
  ["Fetch from Google", "fetch", "Error fetching reviews"],
  ["Refresh & Match", "rematch", "Error re-matching reviews"],
])(
  "a failed %s has the specification's title and the server's message",
  async (name, path, title) => {
    const { keys } = await open({
      [`POST /api/google-reviews/${path}`]: refuseWith({ status: 409, message: "One.\nTwo." }),
    });
    await keys.click(screen.getByRole("button", { name }));
    await screen.findByText(title);
    screen.getByText(/One\.\s+Two\./, { selector: ".toast *" });
  },
);

test("a search is kept in the address, and an empty result can be reset", async () => {
  const { keys } = await open({ "GET /api/google-reviews?q=zed&limit=50": [] });
  await keys.type(screen.getByRole("searchbox", { name: "Search reviews" }), "zed");
  await waitFor(() => expect(location.search).toBe("?q=zed"));
  await keys.click(await screen.findByRole("button", { name: "Reset" }));
  await waitFor(() => expect(location.search).toBe(""));
});

const NOTHING = { ...EMPTY, "GET /api/google-reviews/connection": NONE };

test("without a connection, an administrator is sent to Settings", async () => {
  await open(NOTHING);
  screen.getByRole("heading", { name: "Google isn't connected" });
  expect(screen.getByRole("link", { name: "Connect Google" }).getAttribute("href")).toBe(
    "/settings/assistant#google",
  );
});

test("without a connection, other users are told who can connect it", async () => {
  await open(NOTHING, desk);
  screen.getByText(/once an administrator connects Google/);
  expect(screen.queryByRole("link", { name: "Connect Google" })).toBeNull();
});

test("connected without reviews differs from not connected", async () => {
  await open(EMPTY);
  screen.getByText("No reviews yet");
});

test("the reason why no new reviews arrive is shown above the existing ones", async () => {
  const problem = "Google ended the connection. Sign in again.";
  await open({ "GET /api/google-reviews/connection": { ...NONE, problem } }, desk);
  screen.getByText(/Google ended the connection\. Sign in again\./);
  screen.getByText(/An administrator can connect it/);
  screen.getByRole("button", { name: "Mark Discount Applied: Ana Silva" });
});

test("users who may not see names can't match or search, but can record discounts", async () => {
  const blind = { ...desk.permissions, canViewClientNames: false };
  const { sent } = await open({}, { ...desk, permissions: blind });
  expect(screen.queryByRole("button", { name: "Match glow.and.go" })).toBeNull();
  expect(screen.queryByRole("button", { name: "More actions for Ana Silva" })).toBeNull();
  expect(
    screen.getByRole("searchbox", { name: "Search reviews" }).getAttribute("placeholder"),
  ).toBe("Search by phone");
  screen.getByRole("button", { name: "Mark Discount Applied: Ana Silva" });
  expect(sent).toEqual([]);
});

test("fifty are shown at a time, and more on request", async () => {
  const page = (from: number) =>
    Array.from({ length: 50 }, (_, at) => ({
      ...STRANGER,
      id: from - at,
      reviewerName: `R${from - at}`,
    }));
  const { keys } = await open({
    "GET /api/google-reviews": page(100),
    "GET /api/google-reviews?before=51&limit=50": [{ ...STRANGER, id: 50, reviewerName: "R50" }],
    "GET /api/google-reviews/stats": { total: 51, matched: 0, discounted: 0 },
  });
  screen.getByText("Showing 50 of 51");
  await keys.click(screen.getByRole("button", { name: "Load More" }));
  await screen.findByText("R50");
  expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
});
