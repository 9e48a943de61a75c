import type { AiMessage } from "#src/platform/providers/ai.ts";

/**
 * How much of our words the caller heard before they spoke. Twilio says the last part of it, as it was
 * spoken; what it says of words that are not ours counts for no more than as many of ours.
 */
export function heardOf(said: string, heard: string): string {
  const wanted = heard.trim();
  if (wanted === "") return "";
  const at = said.indexOf(wanted);
  if (at >= 0) return said.slice(0, at + wanted.length).trim();
  return said.slice(0, wanted.length).trim();
}

/** What was not heard was not said, for the model too. */
export function forget(messages: readonly AiMessage[], heard: string): void {
  const spoken = messages.findLast(({ role, content }) => role === "assistant" && content !== "");
  if (spoken?.role !== "assistant") return;
  spoken.content = heard.endsWith(spoken.content) ? spoken.content : tailIn(spoken.content, heard);
}

/** Of several sentences around a tool, what was heard of the last. */
function tailIn(content: string, heard: string): string {
  for (let length = content.length; length > 0; length -= 1)
    if (heard.endsWith(content.slice(0, length))) return content.slice(0, length);
  return "…";
}
