import { defineModule, visitor } from "#src/platform/http/routes.ts";
import { payPage } from "./contract.ts";
import { getPaying, openPaymentCheckout } from "./pay-page.ts";

export const payPageModule = defineModule(payPage, {
  one: visitor(({ app, params, caller }) => getPaying(app, params.token, caller)),
  checkout: visitor(({ app, params, body, caller }) =>
    openPaymentCheckout(app, params.token, body, caller),
  ),
});
