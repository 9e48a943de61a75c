const SUMMARIES: Readonly<Record<string, (things: string, thing: string) => string>> = {
  list: (things) => `List ${things}`,
  all: (things) => `List all ${things}`,
  one: (_, thing) => `Get ${thing}`,
  read: (_, thing) => `Get ${thing}`,
  count: (things) => `Count ${things}`,
  create: (_, thing) => `Create ${thing}`,
  change: (_, thing) => `Change ${thing}`,
  remove: (_, thing) => `Delete ${thing}`,
  approve: (_, thing) => `Approve ${thing}`,
  reject: (_, thing) => `Reject ${thing}`,
  exportCsv: (things) => `Export ${things} as CSV`,
  importCsv: (things) => `Import ${things} from CSV`,
};

/** "create" with the tag "contacts" becomes "Create a contact", and "optOut" "Opt out". */
export function summarize(name: string, tag: string): string {
  const things = tag.replaceAll("-", " ");
  const single = things.replace(/ies$/, "y").replace(/s$/, "");
  const thing = single === things ? things : `${/^[aeio]/.test(single) ? "an" : "a"} ${single}`;
  return SUMMARIES[name]?.(things, thing) ?? toWords(name);
}

/** "bulkImport" becomes "Bulk import". */
function toWords(name: string): string {
  const label = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return label.charAt(0).toUpperCase() + label.slice(1);
}
