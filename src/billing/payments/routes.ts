import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import type { Page } from "#src/shared/permissions.ts";
import { readBill } from "./bill.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { payByCard } from "./charge-card.ts";
import { payments } from "./contract.ts";
import { createPayment, getPayment, listPayments, textPaymentLink } from "./payments.ts";
import { sendReceipt } from "./receipts.ts";
import { keepPayment, requestRefund, settlePaymentRefund, undoRefund } from "./refund-choices.ts";

/** Whoever sees visits or clients takes payments. Only admins give money back. */
const PAGES: readonly Page[] = ["/appointments", "/contacts", "/inbox"];

export const paymentModule = defineModule(payments, {
  bill: staff(PAGES, ({ app, actor, query }) => readBill(app, actor, query)),
  list: staff(PAGES, ({ app, actor, query }) => listPayments(app, actor, query)),
  one: staff(PAGES, ({ app, actor, id }) => getPayment(app, actor, id)),
  create: staff(PAGES, ({ app, actor, body }) =>
    body.way === "card" ? payByCard(app, actor, body) : createPayment(app, actor, body),
  ),
  cancel: staff(PAGES, ({ app, actor, id }) => cancelPayment(app, actor, id)),
  textLink: staff(PAGES, ({ app, actor, id }) => textPaymentLink(app, actor, id)),
  sendReceipt: staff(PAGES, ({ app, actor, id, body }) => sendReceipt(app, actor, id, body)),
  refund: admin(({ app, actor, id, body }) => requestRefund(app, actor, id, body)),
  undoRefund: admin(({ app, actor, id }) => undoRefund(app, actor, id)),
  settleRefund: admin(({ app, actor, id }) => settlePaymentRefund(app, actor, id)),
  keep: admin(({ app, actor, id }) => keepPayment(app, actor, id)),
});
