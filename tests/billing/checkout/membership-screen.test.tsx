import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { Offer } from "#src/billing/checkout/contract.ts";
import { openApp, refuseWith } from "#tests/shell/app-stand.tsx";

const ID = "0198c0de-0000-7000-8000-000000000001";
const OFFER: Offer = {
  id: ID,
  name: "Glow Club",
  description: "One facial a month\n- 10% off",
  price: "89.00",
  billingFrequency: "month",
  currency: "USD",
  agreementText: `# Terms\n\n${"Something both agree on. ".repeat(30)}`,
  terms: [{ label: "Price", value: "$49.00 per month" }],
  status: "approved",
  consent: "I agree to sign electronically.",
  version: "1",
};
const BUSINESS = {
  name: "Glow",
  address: "",
  phone: "(512) 555-0100",
  email: "",
  currency: "USD",
  timeZone: "America/Chicago",
};
const ADDRESS = `/membership/signup/${ID}`;
const GET = `GET /api/public/memberships/${ID}`;

test("the page shows the offer and the start of its agreement, which must be read before signing", async () => {
  await openApp(ADDRESS, null, { [GET]: OFFER });
  screen.getByRole("heading", { level: 1, name: "Glow Club" });
  screen.getByText("$89.00");
  screen.getByText("per month");
  screen.getByText("10% off");
  const preview = screen.getByRole("heading", { name: "Terms" }).parentElement?.textContent ?? "";
  expect([preview.length <= 301, preview.endsWith("…")]).toEqual([true, true]);
  screen.getByText("To sign here, first view the agreement and read it to the end.");
  expect(screen.queryByRole("radiogroup", { name: "How to sign" })).toBeNull();
  expect(document.title).toBe("Glow Club · Glow");
});

test("the client reads, types a name and goes on to pay, and the page says what is missing", async () => {
  const { keys, sent } = await openApp(ADDRESS, null, {
    [GET]: OFFER,
    "POST /api/stripe/create-checkout-session": refuseWith({
      status: 409,
      message: "We can't take cards yet. Ask us how to join.",
    }),
  });
  const next = () => keys.click(screen.getByRole("button", { name: "Continue to Checkout" }));
  await next();
  await screen.findByText("Name must be at least 2 characters");
  screen.getByText("Phone number must be at least 10 digits");
  screen.getByText("Invalid email address");
  await keys.type(screen.getByLabelText("Full Name"), "Ada Lovelace");
  await keys.type(screen.getByLabelText("Phone Number"), "2025550111");
  await keys.type(screen.getByLabelText("Email"), "ada@example.com");
  await next();
  await screen.findByText("Signature Required");
  screen.getByText("Please sign the agreement before proceeding");

  await keys.click(screen.getByRole("button", { name: "View Agreement" }));
  const dialog = within(await screen.findByRole("dialog"));
  // Nothing has a height here, as before a layout, when no one has read it.
  await Bun.sleep(600);
  dialog.getByText("Scroll to the end to continue");
  Object.defineProperty(dialog.getByRole("document"), "clientHeight", { value: 400 });
  await keys.click(await dialog.findByRole("button", { name: "Done" }));
  await keys.click(await screen.findByRole("radio", { name: "Type" }));
  await keys.type(screen.getByLabelText("Type your full name to sign"), "Ada Lovelace");
  await keys.clear(screen.getByLabelText("Type your full name to sign"));
  await next();
  await screen.findByText("Please sign the agreement before proceeding", { selector: ".err" });
  await keys.type(screen.getByLabelText("Type your full name to sign"), "Ada Lovelace");
  await next();
  await screen.findByText("We can't take cards yet. Ask us how to join.");
  expect(JSON.parse(sent.at(-1)?.replace(/^\S+ \S+ /, "") ?? "")).toEqual({
    contactName: "Ada Lovelace",
    contactPhone: "2025550111",
    contactEmail: "ada@example.com",
    membershipId: ID,
    signatureData: "Ada Lovelace",
    signatureType: "text",
    signerName: "Ada Lovelace",
    version: "1",
  });
});

test("a field says what is wrong once it is left for another one, not while it is typed in", async () => {
  const { keys } = await openApp(ADDRESS, null, { [GET]: OFFER });
  await keys.type(screen.getByLabelText("Full Name"), "A");
  await Bun.sleep(50);
  expect(screen.queryByRole("alert")).toBeNull();
  await keys.tab();
  await screen.findByText("Name must be at least 2 characters");
  expect(screen.queryByText("Invalid email address")).toBeNull();
  await keys.type(screen.getByLabelText("Full Name"), "da");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

const ENTERED = {
  details: {
    contactName: "Ada Lovelace",
    contactPhone: "2025550111",
    contactEmail: "ada@example.com",
  },
  signature: { type: "text", data: "Ada L." },
} as const;
const SAVED = { path: ADDRESS, version: "1", entered: ENTERED };

test("a client who comes back from Stripe finds everything as entered and signed, and no charge", async () => {
  sessionStorage.setItem("sign-up", JSON.stringify(SAVED));
  const { keys, sent } = await openApp(ADDRESS, null, {
    [GET]: OFFER,
    "POST /api/stripe/create-checkout-session": { url: "#paying" },
  });
  await screen.findByText("You weren't charged. What you entered and signed is still here.");
  expect((screen.getByLabelText("Full Name") as HTMLInputElement).value).toBe("Ada Lovelace");
  const typed = await screen.findByLabelText("Type your full name to sign");
  expect((typed as HTMLInputElement).value).toBe("Ada L.");
  sessionStorage.removeItem("sign-up");
  await keys.click(screen.getByRole("button", { name: "Continue to Checkout" }));
  await waitFor(() => expect(location.hash).toBe("#paying"));
  expect(sent.at(-1)).toContain('"signatureData":"Ada L."');
  // Kept for the next return.
  expect(JSON.parse(sessionStorage.getItem("sign-up") ?? "")).toEqual(SAVED);
  sessionStorage.removeItem("sign-up");
});

test.each([
  { ...SAVED, version: "0" },
  { ...SAVED, path: "/membership/signup/0198c0de-0000-7000-8000-000000000002" },
])("a signature for a different offer is not reused: %j", async (saved) => {
  sessionStorage.setItem("sign-up", JSON.stringify(saved));
  await openApp(ADDRESS, null, { [GET]: OFFER });
  expect((screen.getByLabelText("Full Name") as HTMLInputElement).value).toBe("");
  expect(screen.queryByText(/You weren't charged/)).toBeNull();
  sessionStorage.removeItem("sign-up");
});

test("without Stripe, the page says so before anything is filled in", async () => {
  await openApp(ADDRESS, null, {
    [GET]: OFFER,
    "GET /api/public/business": { ...BUSINESS, takesCards: false },
  });
  screen.getByText(/We can't take cards online yet.*Reach us at/);
  expect(screen.queryByLabelText("Full Name")).toBeNull();
});

test.each([
  ["/membership/signup", {}, "Invalid Link"],
  ["/membership/signup/nonsense", {}, "Invalid Link"],
  [ADDRESS, {}, "Membership Not Found"],
  [ADDRESS, { [GET]: { ...OFFER, status: "pending" } }, "Membership Not Available"],
] as const)("%s with %j reads %s", async (address, answers, title) => {
  await openApp(address, null, answers);
  await waitFor(() => screen.getByRole("heading", { level: 1, name: title }));
  screen.getByText(/You can reach us at/);
  const call = screen.getByRole("link", { name: "(512) 555-0100" });
  expect(call.getAttribute("href")).toBe("tel:5125550100");
});
