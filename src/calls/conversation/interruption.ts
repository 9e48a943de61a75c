import type { AiMessage } from "#src/platform/providers/ai.ts";

/**
 * Returns the part of an answer that the caller heard before interrupting. Twilio reports the last part
 * that was spoken. If the report does not match, its length decides how much counts as heard.
 */
export function toHeardText(answer: string, heard: string): string {
  const reported = heard.trim();
  if (reported === "") return "";
  const at = answer.indexOf(reported);
  if (at >= 0) return answer.slice(0, at + reported.length).trim();
  return answer.slice(0, reported.length).trim();
}

/** Shortens the model's last answer to the heard part, so that the model knows what the caller missed. */
export function truncateLastAnswer(messages: readonly AiMessage[], heard: string): void {
  const answer = messages.findLast(({ role, content }) => role === "assistant" && content !== "");
  if (answer?.role !== "assistant") return;
  answer.content = heard.endsWith(answer.content)
    ? answer.content
    : toHeardTail(answer.content, heard);
}

/** Returns the heard part of the last of several sentences around a tool call. */
function toHeardTail(content: string, heard: string): string {
  for (let length = content.length; length > 0; length -= 1)
    if (heard.endsWith(content.slice(0, length))) return content.slice(0, length);
  return "…";
}
