import { queueText } from "#db/messages-queue.ts";
import type { App } from "#src/app.ts";
import { countSegments } from "#src/shared/sms-segments.ts";

export interface Text {
  readonly purpose: "chat" | "keyword";
  /** E.164. */
  readonly phone: string;
  readonly contactId: number;
  readonly body: string;
}

/** Puts a text that somebody waits for into the queue, in the caller's transaction. Answers its id. */
export function sendText(app: App, text: Text): number {
  const id = queueText(app.db, { ...text, segments: countSegments(text.body).segments }, app.now());
  app.events.changed("messages", id);
  return id;
}
