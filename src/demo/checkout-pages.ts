import type { Context, Hono } from "hono";
import { html, raw } from "hono/html";
import type { App } from "#src/app.ts";
import { readBytes } from "#src/platform/http/body.ts";
import { sameOrigin } from "#src/platform/http/origin.ts";
import type { Manifest } from "#src/platform/pages/assets.ts";
import type { SimulatedPayments } from "#src/platform/providers/simulated/payments.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { DEVICE_THEME } from "#src/shared/device-theme.ts";
import { formatMoney } from "#src/shared/money.ts";

type Html = ReturnType<typeof html>;

const THEME_HASH = new Bun.CryptoHasher("sha256").update(DEVICE_THEME).digest("base64");
// Without connect-src, the requests of a browser's developer tools and of axe log errors on the page.
const CSP = `default-src 'none'; script-src 'sha256-${THEME_HASH}'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
const MAX_FORM_BYTES = 1024;
const DECLINED = "The card was declined. Choose what happens, and try again.";

/** The demo's pages in place of Stripe's: checkout, and the page for another card. */
export function mountCheckoutPages(
  hono: Hono,
  app: App,
  payments: SimulatedPayments,
  manifest: Manifest,
): void {
  const show = (c: Context, title: string, body: Html) =>
    c.html(documentWith(title, manifest, getSettings(app).businessName, body), 200, {
      "cache-control": "no-store",
      "content-security-policy": CSP,
    });
  const showCheckout = (c: Context, id: string, error?: string) => {
    const checkout = payments.findCheckout(id);
    if (!checkout || checkout.status === "expired")
      return show(
        c,
        "Test payment",
        html`<h1 class="font-semibold text-h1">This payment has expired</h1>`,
      );
    const amount = formatMoney(checkout.due, checkout.price.currency);
    return show(
      c,
      "Test payment",
      html`<header>
          <h1 class="dim">${checkout.price.name}</h1>
          <p class="figure num">${amount}</p>
        </header>
        ${cardForm(checkout.due === 0 ? "Save test card" : `Simulate ${amount} payment`, pathOf(checkout.cancelUrl), error)}`,
    );
  };

  hono.use("/demo/*", sameOrigin(app));
  hono.get("/demo/checkout/:id", (c) => showCheckout(c, c.req.param("id")));
  hono.post("/demo/checkout/:id", async (c) => {
    const id = c.req.param("id");
    const next = payments.complete(id, await isDeclined(c));
    return next === undefined ? showCheckout(c, id, DECLINED) : c.redirect(pathOf(next), 303);
  });
  hono.get("/demo/card/:customer", (c) =>
    show(
      c,
      "Test card",
      html`<h1 class="font-semibold text-h1">Your card</h1>
        ${cardForm("Save test card", returnPath(c))}`,
    ),
  );
  hono.post("/demo/card/:customer", async (c) => {
    payments.replaceCard(c.req.param("customer"), await isDeclined(c));
    return c.redirect(returnPath(c), 303);
  });
}

async function isDeclined(c: Context): Promise<boolean> {
  const form = new URLSearchParams(new TextDecoder().decode(await readBytes(c, MAX_FORM_BYTES)));
  return form.get("card") === "declined";
}

/** The visitor may use another of this computer's names than the configured address. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, "http://localhost");
  return pathname + search;
}

/** Only a path of this server: browsers read "/\\" like "//", which begins another server's address. */
function returnPath(c: Context): string {
  const path = c.req.query("return") ?? "/";
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : "/";
}

function cardForm(action: string, back: string, error?: string): Html {
  return html`<form method="post" class="flex flex-col min-w-0 gap-4">
    ${error ? html`<p class="note bad" role="alert">${error}</p>` : ""}
    <div>
      <label class="field"
        ><span class="label">Card number</span
        ><input class="input num" value="4242 4242 4242 4242" readonly aria-describedby="card-hint"
      /></label>
      <p class="hint" id="card-hint">Filled in for you. Real cards aren't accepted here.</p>
    </div>
    <fieldset>
      <legend class="label">What should happen?</legend>
      <div class="outcomes">
        <label><input type="radio" name="card" value="works" checked /> The payment goes through</label>
        <label><input type="radio" name="card" value="declined" /> The card is declined</label>
      </div>
    </fieldset>
    <button type="submit" class="btn primary big fill">${action}</button>
    <a class="btn quiet big fill" href="${back}">Go back</a>
  </form>`;
}

function documentWith(title: string, manifest: Manifest, salon: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en" data-public>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title} · Demo</title>
        <meta name="color-scheme" content="dark light" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <script>${raw(DEVICE_THEME)}</script>
        <link rel="stylesheet" href="/assets/${manifest.css}" />
      </head>
      <body>
        <header class="demo-band"><span><b>Simulated checkout.</b> No card is charged, and nothing goes to Stripe.</span></header>
        <main class="demo-checkout">
          <div class="flex items-center min-w-0 gap-3 font-label">
            <span class="seal" aria-hidden="true">${salon.slice(0, 1)}</span>
            ${salon}
          </div>
          ${body}
          <p class="xs faint">With Stripe connected, this page is Stripe's own.</p>
        </main>
      </body>
    </html>`;
}
