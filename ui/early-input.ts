import { typeInto } from "#ui/kit/type-into.ts";

/**
 * An inline script: keeps what visitors type and tick before the page is live, the form that they send and the button
 * that they press by then. A browser never sends a form itself, which would put its fields into the address.
 * React defines a field's value on the element itself once it listens to it.
 */
export const KEEP_EARLY_INPUT = `{let e=window.earlyInput={typed:new Map},b=t=>/checkbox|radio/.test(t.type),k=(t,v)=>{if(e.typed){e.typed.delete(t);t.hasOwnProperty(v)||e.typed.set(t,t[v])}};addEventListener("input",({target:t})=>b(t)||k(t,"value"),true);addEventListener("click",({target:t})=>{if(b(t))k(t,"checked");if(!e.listens)e.pressed=t.closest("[type=button]")},true);addEventListener("submit",v=>{if(e.typed)e.sent=v.target;v.preventDefault()})}`;

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
      // A part of the page that doesn't listen yet does so at the first event.
      field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }));
      // React took what it found in the field for its own value, and would see no change.
      if (typeof value === "boolean") {
        (field as HTMLInputElement).checked = !value;
        field.click();
      } else {
        field.value = value === "" ? " " : "";
        typeInto(field, value);
      }
    }
  if (sent?.isConnected) sent.requestSubmit();
  if (pressed?.isConnected) pressed.click();
}
