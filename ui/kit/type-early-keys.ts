import { takeEarlyKeys } from "./early-keys.ts";
import { typeInto } from "./type-into.ts";

/** Types what was typed so far into the first field of the dialog that is open now. */
export function typeEarlyKeys(field: Element): void {
  const typed = takeEarlyKeys();
  if (typed !== "" && isText(field)) typeInto(field, field.value + typed);
}

function isText(field: Element): field is HTMLInputElement | HTMLTextAreaElement {
  return field.matches("textarea, input:not([type]), input:is([type=text], [type=tel])");
}
