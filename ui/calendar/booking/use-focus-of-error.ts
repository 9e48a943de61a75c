import { useEffect, useRef } from "react";

/** Moves the focus to the first field that was refused. */
export function useFocusOfError(error: Error | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [error]);
  return form;
}
