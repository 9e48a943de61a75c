import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { generateAgreement } from "#src/billing/agreements/generate.ts";
import { record } from "#src/platform/audit/audit.ts";
import { getMembership } from "./memberships.ts";
import { factsOf } from "./terms.ts";

/** @throws Problem 400 without an OpenAI key, 404, 409, 503 */
export async function draftAgreement(app: App, actor: Staff, id: string) {
  const membership = getMembership(app, id);
  const agreementText = await generateAgreement(app, "membership", factsOf(app, membership));
  await whenFree(() =>
    inTransaction(app.db, () =>
      record(app, actor, { action: "membership.generate_agreement", target: ["membership", id] }),
    ),
  );
  return { agreementText };
}
