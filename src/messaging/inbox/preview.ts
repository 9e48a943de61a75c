const LONGEST = 120;

/** One line for the conversation list; of pictures without words it says that there are some. */
export function previewOf(body: string, pictures = 0): string {
  const line = body.replace(/\s+/g, " ").trim().slice(0, LONGEST);
  if (line !== "" || pictures === 0) return line;
  return pictures === 1 ? "Picture" : `${pictures} pictures`;
}
