import { openlyReminded, setAnswered } from "#db/appointment-texts.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/audit/audit.ts";
import { wallTimeOf } from "#src/business-time/business-time.ts";
import { settingsOf } from "#src/settings/settings.ts";
import { mayText, textClient } from "./texting.ts";
import { clockWords, dateWords } from "./wording.ts";

/**
 * C and X answer the client's last reminder: all appointments that it told of are confirmed or canceled,
 * and the client is told so once. In the caller's transaction. False when no reminder is open.
 */
export function answerReminder(app: App, phone: string, answer: "confirm" | "cancel"): boolean {
  const reminded = openlyReminded(app.db, phone, wallTimeOf(app, app.now()));
  const [first] = reminded;
  if (!first) return false;

  const status = answer === "confirm" ? "confirmed" : "canceled";
  const changed = reminded.filter((appointment) => appointment.status !== status);
  for (const { id } of changed) {
    setAnswered(app.db, id, status);
    recordSystem(app, {
      action: `appointment.${answer}`,
      target: ["appointment", id],
      metadata: { by: "text" },
    });
    app.events.changed("appointments", id);
  }
  if (changed.length > 0 && mayText(app, phone))
    textClient(app, "keyword", phone, answerWords(app, answer, first.startsAt));
  return true;
}

function answerWords(app: App, answer: "confirm" | "cancel", startsAt: string): string {
  const when = `${dateWords(startsAt)} at ${clockWords(startsAt)}`;
  if (answer === "confirm") return `Thank you, you are confirmed for ${when}.`;
  const { businessPhone } = settingsOf(app);
  return `Your appointment on ${when} is canceled. To book another, reply here${businessPhone ? ` or call ${businessPhone}` : ""}.`;
}
