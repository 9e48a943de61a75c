import { defineModule, visitor } from "#src/platform/http/routes.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { clientPages } from "./contract.ts";

export const clientPageModule = defineModule(clientPages, {
  business: visitor(({ app }) => {
    const { businessName, businessAddress, businessPhone, businessEmail, currency, timeZone } =
      getSettings(app);
    return {
      name: businessName,
      address: businessAddress,
      phone: businessPhone,
      email: businessEmail,
      currency,
      timeZone,
    };
  }),
});
