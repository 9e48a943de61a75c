import { expect, test } from "bun:test";
import { searchGuide } from "#src/platform/guide/guide.ts";

/** What owners type, and the section that should be among the first three found. */
const SEARCHES: readonly (readonly [typed: string, address: string])[] = [
  ["texts not arriving", "when-something-is-wrong#texts-dont-arrive"],
  ["card declined", "deposits-and-payments#a-card-was-declined"],
  ["new computer", "moving-servers"],
  ["client replied but nothing in inbox", "when-something-is-wrong#clients-replies-dont-arrive"],
  ["forgot my password", "users-and-permissions#forgotten-passwords-and-lost-phones"],
  ["lost phone authenticator", "users-and-permissions#forgotten-passwords-and-lost-phones"],
  ["import from square", "moving-in"],
  ["vagaro", "moving-in#where-the-export-is"],
  ["hide phone numbers from staff", "users-and-permissions#what-a-user-sees"],
  ["someone quit", "users-and-permissions#someone-leaves"],
  ["how much does it cost", "costs"],
  ["10dlc", "approved-to-text"],
  ["error 30034", "approved-to-text#error-30034"],
  ["holiday closed", "hours-and-services#closed-days-and-time-off"],
  ["vacation", "hours-and-services#closed-days-and-time-off"],
  ["google calendar", "calendar#in-your-phones-own-calendar"],
  ["duplicate client", "clients-and-consent#two-entries-for-one-person"],
  ["unsubscribe", "clients-and-consent#stop"],
  ["refund deposit", "deposits-and-payments#keep-or-refund-a-deposit"],
  ["no show fee", "deposits-and-payments#no-show-and-late-cancellation-fees"],
  ["chargeback", "deposits-and-payments#disputes"],
  ["restore yesterday", "backups#restore-one"],
  ["disk full", "server-settings#a-full-disk"],
  ["site down", "when-something-is-wrong#the-page-doesnt-open"],
  ["bad gateway", "when-something-is-wrong#the-page-doesnt-open"],
  ["hipaa", "the-law"],
  ["quickbooks", "reports#for-your-accountant"],
  ["wrong time zone", "when-something-is-wrong#times-are-wrong-by-some-hours"],
  ["lunch break", "hours-and-services#weekly-hours"],
  ["docker", "install#with-containers-instead"],
  ["remainder not sent", "automatic-texts#a-reminder-didnt-go-out"],
  ["forward my number", "receptionist#turn-it-on"],
  ["notifications on my iphone", "inbox#on-your-phone"],
  ["send a mass text", "campaigns"],
  ["two locations", "what-you-need#what-parlor-isnt"],
  ["dark mode", "first-hour#when-youre-done"],
  ["gmail password refused", "when-something-is-wrong#mail-doesnt-arrive"],
  ["client says she never got the reminder", "automatic-texts#a-reminder-didnt-go-out"],
  ["how do i give money back", "deposits-and-payments#keep-or-refund-a-deposit"],
  ["tips for stylists", "deposits-and-payments#take-a-payment-for-a-visit"],
  ["my stylist is leaving", "hours-and-services#employees"],
  ["customer wants to stop texts", "clients-and-consent#stop"],
  ["raise my prices", "hours-and-services#services"],
  ["client didn't show up", "deposits-and-payments#no-show-and-late-cancellation-fees"],
  ["close for thanksgiving", "hours-and-services#closed-days-and-time-off"],
  ["put booking button on website", "online-booking#turn-it-on"],
  ["wrong phone number of client", "clients-and-consent#undeliverable"],
  ["phone robot", "receptionist"],
  ["undo import", "moving-in#undo-an-import"],
  ["text blast", "campaigns"],
  ["how many people opened my campaign", "campaigns#the-report"],
  ["internet outage", "when-something-is-wrong#the-page-doesnt-open"],
  ["server crashed", "when-something-is-wrong#the-page-doesnt-open"],
  ["is my data safe", "security"],
  ["sales tax", "deposits-and-payments#taxes"],
  ["end of year for accountant", "reports#for-your-accountant"],
  ["walk in", "calendar#book"],
  ["client always cancels last minute", "deposits-and-payments#no-show-and-late-cancellation-fees"],
  ["two clients at the same time while color sets", "calendar#processing-time"],
  ["charge cancellation fee", "deposits-and-payments#no-show-and-late-cancellation-fees"],
  ["birthday discount text", "automatic-texts#bring-clients-back"],
  ["get more google reviews", "reviews#ask-for-reviews"],
  ["employee wants to see only her own appointments", "users-and-permissions#what-a-user-sees"],
  ["new version available", "upgrade"],
  ["cancel a client's membership", "memberships-and-plans#members-and-subscribers"],
  ["what do texts cost", "campaigns#cost-and-length"],
  ["can't log in", "when-something-is-wrong#i-cant-sign-in"],
  ["ssl certificate expired", "install#5-add-the-lock-in-the-address-bar"],
  ["client's spouse has same number", "clients-and-consent#two-entries-for-one-person"],
  ["print schedule for the wall", "calendar#print"],
  ["gift certificates", "deposits-and-payments#take-a-payment-for-a-visit"],
  ["ipad at front desk", "inbox#on-your-phone"],
  ["bridal party group booking", "calendar#book"],
  ["text in spanish", "clients-and-consent#stop"],
  ["change my phone number twilio", "connections#twilio"],
  ["delete everything about a customer", "clients-and-consent#when-a-client-asks-for-their-data"],
  ["credit card machine", "deposits-and-payments#take-a-payment-for-a-visit"],
  ["clients booked while i was on vacation", "hours-and-services#closed-days-and-time-off"],
  ["customer disputed charge", "deposits-and-payments#disputes"],
];

test.each(SEARCHES)("“%s” finds %s", (typed, address) => {
  const first = searchGuide(typed)
    .slice(0, 3)
    .map((found) => found.address);
  expect(first).toContain(`/guide/${address}`);
});

test("what was found is shown with some of its text, without the hidden words", () => {
  const [found] = searchGuide("texts not arriving");
  expect(found?.title).toBe("Texts don't arrive");
  expect(found?.page).toBe("When something is wrong");
  expect(found?.excerpt.length).toBeGreaterThan(40);
  expect(found?.excerpt).not.toContain("SMS not delivered");
  const page = searchGuide("campaigns").find(({ address }) => address === "/guide/campaigns");
  expect(page?.excerpt).toMatch(/^A campaign is one text/);
});

test.each(["", "the", "xqzw vvkp"])("“%s” finds nothing", (typed) => {
  expect(searchGuide(typed)).toEqual([]);
});
