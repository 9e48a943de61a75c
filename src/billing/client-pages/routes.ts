import { approvedMemberships } from "#db/billing/memberships.ts";
import { contradictionOf } from "#src/billing/memberships/memberships.ts";
import { defineModule, visitor } from "#src/platform/http/routes.ts";
import { clientPagesUrl, getSettings } from "#src/platform/settings/settings.ts";
import { formatCents } from "#src/shared/money.ts";
import { clientPages } from "./contract.ts";

export const clientPageModule = defineModule(clientPages, {
  offers: visitor(({ app }) =>
    approvedMemberships(app.db)
      .filter((membership) => contradictionOf(app, membership) === undefined)
      .map(({ id, name, description, price, billingFrequency }) => ({
        id,
        name,
        description,
        price: formatCents(price),
        billingFrequency,
      })),
  ),
  business: visitor(({ app }) => {
    const settings = getSettings(app);
    const { businessName, businessAddress, businessPhone, businessEmail } = settings;
    const { currency, timeZone, stripeSecretKey, twilioPhoneNumber } = settings;
    return {
      name: businessName,
      address: businessAddress,
      phone: businessPhone,
      email: businessEmail,
      textNumber: twilioPhoneNumber,
      currency,
      timeZone,
      takesCards: stripeSecretKey !== "",
      pagesUrl: clientPagesUrl(app),
    };
  }),
});
