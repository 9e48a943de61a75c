const SUMMARIES: Readonly<Record<string, (things: string, thing: string) => string>> = {
  list: (things) => `List ${things}`,
  all: (things) => `List all ${things}`,
  one: (_, thing) => `Get ${thing}`,
  read: (things) => `Get ${things}`,
  count: (things) => `Count ${things}`,
  create: (_, thing) => `Create ${thing}`,
  change: (_, thing) => `Change ${thing}`,
  remove: (_, thing) => `Delete ${thing}`,
  approve: (_, thing) => `Approve ${thing}`,
  reject: (_, thing) => `Reject ${thing}`,
  exportCsv: (things) => `Export ${things} as CSV`,
  importCsv: (things) => `Import ${things} from CSV`,
};

/** Parts of addresses that name what is done. */
const ACTS = ["all", "count", "export", "import", "approve", "reject"];

/**
 * "create" at "/api/contacts" becomes "Create a contact", and "optOut" "Opt out". The noun is the last part of the address that
 * is neither a parameter nor an act.
 */
export function summarize(name: string, path: string): string {
  const nouns = path.split("/").filter((part) => /^[a-z-]+$/.test(part) && !ACTS.includes(part));
  const things = (nouns.at(-1) ?? "").replaceAll("-", " ");
  const single = things.replace(/ies$/, "y").replace(/s$/, "");
  const thing = single === things ? things : `${/^[aeio]/.test(single) ? "an" : "a"} ${single}`;
  return SUMMARIES[name]?.(things, thing) ?? toWords(name);
}

/** "bulkImport" becomes "Bulk import". */
function toWords(name: string): string {
  const label = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return label.charAt(0).toUpperCase() + label.slice(1);
}
