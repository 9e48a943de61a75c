import type { ListingChanges } from "./write-listing.ts";

export interface FetchResult extends ListingChanges {
  readonly kind: "fetched";
  readonly matched: number;
  readonly isComplete: boolean;
  readonly source: "account" | "place" | "none";
}

/** Formats the result of a fetch, one statement per line. */
export function formatFetchResult(result: FetchResult): string {
  const { added, edited, deleted, matched, isComplete, source } = result;
  const parts = [
    added > 0 ? `${formatCount(added)} added` : "",
    edited > 0 ? `${formatCount(edited)} edited` : "",
    deleted > 0 ? `${formatCount(deleted)} removed at Google` : "",
  ].filter((part) => part !== "");
  const lines = [
    parts.length === 0 ? "Nothing has changed at Google." : `${parts.join(", ")}.`,
    matched > 0
      ? `${formatCount(matched)} matched to ${matched === 1 ? "a contact" : "contacts"}.`
      : "",
    source === "place"
      ? "With an API key Google gives the newest 5 only. Signed in, it gives all of them."
      : "",
    source === "account" && !isComplete
      ? "Reviews changed while we were fetching them, so none were marked as removed."
      : "",
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function formatCount(number: number): string {
  return number === 1 ? "1 review" : `${number.toLocaleString("en-US")} reviews`;
}
