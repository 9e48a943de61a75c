import { useEffect, useEffectEvent, useState } from "react";
import { type DemoText, demoPhone } from "#src/demo/contract.ts";
import type { Api } from "#ui/api.ts";

const POLL_MS = 2_000;

/**
 * The newest texts of all phones, newest first, as long as the page is visible, and whether the page
 * asks for a code.
 */
export function useDemoTexts(api: Api) {
  const [texts, setTexts] = useState<readonly DemoText[]>([]);
  const [asksForCode, setAsksForCode] = useState(false);
  const refetch = useEffectEvent(() => {
    if (document.visibilityState === "hidden") return;
    setAsksForCode(findCodeField() !== null);
    api(demoPhone.texts, { priority: "low" }).then(
      (next) => setTexts((before) => (before[0]?.id === next[0]?.id ? before : next)),
      // The page itself says that the server is away.
      () => undefined,
    );
  });
  useEffect(() => {
    refetch();
    const timer = setInterval(() => refetch(), POLL_MS);
    return () => clearInterval(timer);
  }, []);
  return { texts, asksForCode, refetch };
}

/** A code of six digits in a text to a client. */
export function codeIn(text: DemoText | undefined): string | undefined {
  return text && !text.fromClient ? /\b\d{6}\b/.exec(text.body)?.[0] : undefined;
}

function findCodeField(): HTMLInputElement | null {
  return document.querySelector('input[autocomplete="one-time-code"]');
}

export function typeCode(code: string): void {
  const field = findCodeField();
  if (!field) return;
  // React listens to the event but reads the value through the prototype's setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, code);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}
