const FIELD = "{businessName}";

/**
 * Fills in {businessName}. While the business has no name, a text that begins with it begins with the
 * next word, and elsewhere it is "us".
 */
export function fillBusinessName(template: string, businessName: string): string {
  if (businessName !== "") return template.replaceAll(FIELD, () => businessName);
  const rest = template.replace(/^\s*\{businessName\}\s*[:,–—-]\s*/, "");
  const text =
    rest === template ? template : rest.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return text.replaceAll(FIELD, "us");
}

/** The beginning of a text that names its sender, such as "Halcyon: "; empty while the business has no name. */
export function sayFrom(businessName: string): string {
  return businessName === "" ? "" : `${businessName}: `;
}
