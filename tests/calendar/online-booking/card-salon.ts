import { saveSettings } from "#src/platform/settings/settings.ts";
import { billingStand } from "#tests/billing/ledger/stand.ts";
import { cookieOf, FRIDAY, RUTH, tokenOf } from "./stand.ts";

/** A salon with Stripe, whose clients leave a card to book a facial of $120. */
export async function cardSalon(settings: object = { bookingCardRule: "always" }) {
  const parlor = billingStand();
  const { admin, app, visitor, stripe, tell } = parlor;
  saveSettings(app, admin.actor, { noShowFee: "share", noShowFeePercent: 40, ...settings });
  const elena = (await admin.request("POST", "/api/employees", { name: "Elena Ruiz" })).body.id;
  const service = async (more: object) =>
    (
      await admin.request("POST", "/api/services", {
        name: "Hydrating Facial",
        category: "Skin",
        durationMinutes: 60,
        price: "120.00",
        onlineBooking: true,
        ...more,
      })
    ).body.id as number;
  const facial = await service({});
  const book = (wanted: object = {}, phone = RUTH) =>
    visitor(
      "POST",
      "/api/booking",
      { serviceId: facial, start: `${FRIDAY}T10:00:00`, name: "Ruth Abernathy", ...wanted },
      { cookie: cookieOf(app, phone) },
    );
  const cardToken = (url: string) => new URL(url).pathname.slice("/card/".length);
  return {
    ...parlor,
    elena,
    service,
    book,
    managed: async (reply: Awaited<ReturnType<typeof book>>) =>
      (await visitor("GET", `/api/booking/${tokenOf(reply)}`)).body,
    cardPage: async (url: string) => (await visitor("GET", `/api/card/${cardToken(url)}`)).body,
    /** `meanwhile` happens while Stripe's page is open. */
    async addCard(url: string, meanwhile: () => Promise<unknown> = async () => undefined) {
      const address = `/api/card/${cardToken(url)}`;
      const { version } = (await visitor("GET", address)).body;
      const { body } = await visitor("POST", address, { agreed: true, version });
      await meanwhile();
      stripe.complete(body.checkoutUrl.split("/").at(-1));
      await tell(2);
    },
    visits: async () =>
      (await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`)).body,
  };
}
