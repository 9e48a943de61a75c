import { typeInto } from "#ui/kit/type-into.ts";

/**
 * An inline script: keeps what visitors type before the page is live, the form that they send and the button that they
 * press by then. A browser never sends a form itself, which would put its fields into the address.
 */
export const KEEP_EARLY_INPUT = `{let e=window.earlyInput={typed:new Map};addEventListener("input",({target:t})=>e.typed&&e.typed.set(t,/checkbox|radio/.test(t.type)?t.checked:t.value),true);addEventListener("click",({target:t})=>{if(!e.listens)e.pressed=t.closest("[type=button]")},true);addEventListener("submit",v=>{if(e.typed)e.sent=v.target;v.preventDefault()})}`;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface EarlyInput {
  /** Undefined once the page is live. */
  typed?: ReadonlyMap<Field, string | boolean> | undefined;
  readonly sent?: HTMLFormElement;
  /** React has begun to listen to clicks. */
  listens?: boolean;
  readonly pressed?: HTMLButtonElement | null;
}

/** Types what was typed early once more, for the fields that now listen, sends the form, and presses the button. */
export function replayEarlyInput(early: EarlyInput): void {
  const { typed = [], sent, pressed } = early;
  early.typed = undefined;
  for (const [field, value] of typed)
    if (field.isConnected) {
      // A part of the page that doesn't listen yet does so at the first event, and shows its own values.
      field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }));
      if (typeof value === "boolean") {
        if ((field as HTMLInputElement).checked !== value) field.click();
      } else typeInto(field, value);
    }
  if (sent?.isConnected) sent.requestSubmit();
  if (pressed?.isConnected) pressed.click();
}
