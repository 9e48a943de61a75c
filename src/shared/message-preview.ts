const MAX_LENGTH = 120;

/** One line for the conversation list. A text of pictures only is described by their number. */
export function toPreview(body: string, pictures = 0): string {
  const line = body.replace(/\s+/g, " ").trim().slice(0, MAX_LENGTH);
  if (line !== "" || pictures === 0) return line;
  return pictures === 1 ? "Picture" : `${pictures} pictures`;
}
