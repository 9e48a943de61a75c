/**
 * An inline script: keeps what visitors type before the page is live, and the form that they send by then. A browser never
 * sends a form itself, which would put its fields into the address.
 */
export const KEEP_EARLY_INPUT = `{let e=window.earlyInput={typed:new Map};addEventListener("input",({target:t})=>e.typed&&e.typed.set(t,/checkbox|radio/.test(t.type)?t.checked:t.value),true);addEventListener("submit",v=>{if(e.typed)e.sent=v.target;v.preventDefault()})}`;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface EarlyInput {
  /** Undefined once the page is live. */
  typed?: ReadonlyMap<Field, string | boolean> | undefined;
  readonly sent?: HTMLFormElement;
}

/** Types what was typed early once more, for the fields that now listen, and sends the form that was sent. */
export function replayEarlyInput(early: EarlyInput): void {
  const { typed = [], sent } = early;
  early.typed = undefined;
  for (const [field, value] of typed)
    if (field.isConnected) {
      // A part of the page that doesn't listen yet does so at the first event, and shows its own values.
      field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }));
      if (typeof value === "boolean") {
        if ((field as HTMLInputElement).checked !== value) field.click();
      } else type(field, value);
    }
  if (sent?.isConnected) sent.requestSubmit();
}

/** As by keyboard: React ignores a value that a script sets on the element itself. */
function type(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field);
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(
    new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }),
  );
}
