/**
 * One key for all ways to write a person's name: "Müller,  Ana" and "ana muller" are the same, whatever
 * the case, accents and spacing. Empty for a name without a letter or digit.
 */
export function nameKey(name: string): string {
  const [last = "", ...rest] = name.split(",");
  const inOrder = rest.length === 1 ? `${rest[0]} ${last}` : name;
  return inOrder
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[’'`´.]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** "Jane Doe-Smith" is "Jane"; "Doe, Jane" too. */
export function firstNameOf(name: string): string {
  const [last = "", first] = name.split(",");
  return (first ?? last).trim().split(/\s+/)[0] ?? "";
}

/** As people say it: "Doe, Jane" is "Jane Doe". */
export function spokenName(name: string): string {
  const [last = "", first, ...rest] = name.split(",").map((part) => part.trim());
  return first && rest.length === 0 ? `${first} ${last}` : name.trim();
}
