export interface MergeValues {
  readonly name: string;
  readonly phoneNumber: string;
}

const FIELD = /\{(firstName|lastName|name)(?:\|([^{}]*))?\}/g;

/** Fills {firstName}, {lastName} and {name}. {firstName|there} becomes "there" when the name is unknown. */
export function fillFields(text: string, contact: MergeValues): string {
  if (!text.includes("{")) return text;
  const values = namesOf(contact);
  return text.replace(FIELD, (_, field: keyof typeof values, fallback: string | undefined) => {
    return values[field] || (fallback ?? "");
  });
}

export function hasFields(text: string): boolean {
  return text.search(FIELD) >= 0;
}

/** A contact whose name equals its number has no name yet. */
function namesOf({ name, phoneNumber }: MergeValues) {
  if (name === phoneNumber) return { firstName: "", lastName: "", name: "" };
  const [firstName = "", ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(" "), name };
}
