const LONGEST = 120;

/** One line for the conversation list. */
export function previewOf(body: string): string {
  return body.replace(/\s+/g, " ").trim().slice(0, LONGEST);
}
