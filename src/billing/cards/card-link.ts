import { type CardRequestRow, findCardRequest } from "#db/billing/cards.ts";
import type { App } from "#src/app.ts";
import { findSigned, signedToken } from "#src/platform/secrets/signed-token.ts";
import { clientPagesUrl } from "#src/platform/settings/settings.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { Problem } from "#src/shared/problem.ts";

const HASH_NAME = "card link";
/** How long a client can add a card with a link. Afterwards it only shows and removes that card. */
export const LINK_MS = 7 * DAY_MS;

/** Returns the address at which a client adds a card, and removes it later. */
export function cardUrl(app: App, request: CardRequestRow): string {
  return `${clientPagesUrl(app)}/card/${signedToken(app, HASH_NAME, request)}`;
}

/** Returns the request of a link. @throws Problem 404 for a forged one */
export function getCardRequest(app: App, token: string): CardRequestRow {
  const request = findSigned(
    app,
    HASH_NAME,
    token,
    (id) => findCardRequest(app.db, id) ?? undefined,
  );
  if (!request) throw brokenLink();
  return request;
}

export function brokenLink(): Problem {
  return new Problem(404, "This link doesn't work. Ask us for a new one.");
}

/** Stripe's idempotency keys of a request begin with this. Other installations on the account have other keys. */
export function externalKeyOf(app: App, request: CardRequestRow): string {
  return `card-${signedToken(app, HASH_NAME, request)}`;
}
