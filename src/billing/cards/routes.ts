import { defineModule, staff, visitor } from "#src/platform/http/routes.ts";
import { agreeToCard, getCardPage, removeOwnCard } from "./card-page.ts";
import { getClientCard, removeCard, requestCard } from "./cards.ts";
import { cards } from "./contract.ts";

const PAGES = ["/contacts", "/inbox", "/appointments"] as const;

export const cardModule = defineModule(cards, {
  one: staff(PAGES, ({ app, id }) => getClientCard(app, id)),
  request: staff(PAGES, ({ app, actor, id }) => requestCard(app, actor, id)),
  remove: staff(PAGES, ({ app, actor, id }) => removeCard(app, actor, id)),
  page: visitor(({ app, params, caller }) => getCardPage(app, params.token, caller)),
  agree: visitor(({ app, params, body, caller }) => agreeToCard(app, params.token, body, caller)),
  removeOwn: visitor(({ app, params, caller }) => removeOwnCard(app, params.token, caller)),
});
