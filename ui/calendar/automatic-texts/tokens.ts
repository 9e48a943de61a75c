import { FIELD_LABELS } from "#src/calendar/automatic-texts/texts-contract.ts";
import { findOwn } from "#src/shared/find-own.ts";

const FIELD = /(\{\w+(?:\|[^{}]*)?\})/;
const NAME = /^\{(\w+)/;

/** "Hi {firstName}!" is "Hi ", "{firstName}" and "!". */
export function splitTemplate(template: string): string[] {
  return template.split(FIELD).filter((part) => part !== "");
}

/** "First Name" for "{firstName}"; undefined for words, and for a field that doesn't exist. */
export function labelOf(part: string): string | undefined {
  const labels: Readonly<Record<string, string>> = FIELD_LABELS;
  const name = FIELD.test(part) ? NAME.exec(part)?.[1] : undefined;
  return name === undefined ? undefined : findOwn(labels, name);
}

/** The template that a box with tokens shows. */
export function readTemplate(box: Node): string {
  return [...box.childNodes].map(readNode).join("").replaceAll("\u00a0", " ");
}

function readNode(node: Node): string {
  if (!(node instanceof HTMLElement)) return node.textContent ?? "";
  if (node.dataset["field"]) return node.dataset["field"];
  if (node.tagName === "BR") return "\n";
  // Browsers without "plaintext-only" put a new line into a block.
  return `${node.tagName === "DIV" ? "\n" : ""}${readTemplate(node)}`;
}

export function toTokenElement(field: string): HTMLElement {
  const token = document.createElement("span");
  token.className = "token";
  token.contentEditable = "false";
  token.dataset["field"] = field;
  token.textContent = labelOf(field) ?? field;
  return token;
}
