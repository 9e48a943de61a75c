import type { Written } from "./write-listing.ts";

export interface Fetched extends Written {
  readonly kind: "fetched";
  readonly matched: number;
  readonly isComplete: boolean;
  readonly source: "account" | "place" | "none";
}

/** What a fetch has brought, line by line. */
export function fetchedWords(fetched: Fetched): string {
  const { added, edited, deleted, matched, isComplete, source } = fetched;
  const parts = [
    added > 0 ? `${count(added)} added` : "",
    edited > 0 ? `${count(edited)} edited` : "",
    deleted > 0 ? `${count(deleted)} removed at Google` : "",
  ].filter((part) => part !== "");
  const lines = [
    parts.length === 0 ? "Nothing has changed at Google." : `${parts.join(", ")}.`,
    matched > 0 ? `${count(matched)} matched to ${matched === 1 ? "a contact" : "contacts"}.` : "",
    source === "place"
      ? "With an API key Google gives the newest 5 only. Signed in, it gives all of them."
      : "",
    source === "account" && !isComplete
      ? "Reviews came and went while they were read, so none was taken as removed."
      : "",
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function count(number: number): string {
  return number === 1 ? "1 review" : `${number.toLocaleString("en-US")} reviews`;
}
