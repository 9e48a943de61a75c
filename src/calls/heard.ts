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
