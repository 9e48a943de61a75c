import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { visitFees } from "./contract.ts";
import { createEvidence } from "./evidence.ts";
import { chargeVisitFee, quoteFee, undoVisitFee, waiveVisitFee } from "./fees.ts";

export const visitFeeModule = defineModule(visitFees, {
  quote: staff("/appointments", ({ app, actor, id }) => quoteFee(app, actor, id)),
  evidence: admin(({ app, actor, id }) => createEvidence(app, actor, id)),
  charge: staff("/appointments", ({ app, actor, id, body }) =>
    chargeVisitFee(app, actor, id, body.amount),
  ),
  undo: staff("/appointments", ({ app, actor, id }) => undoVisitFee(app, actor, id)),
  waive: staff("/appointments", ({ app, actor, id, body }) =>
    waiveVisitFee(app, actor, id, body.deposit),
  ),
});
