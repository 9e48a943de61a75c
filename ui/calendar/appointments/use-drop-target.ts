import { useSearchParams } from "wouter";
import { parseView } from "./drop-target.ts";

/** What the page shows is in its address; empty texts are left out. */
export function usePlace() {
  const [params, setParams] = useSearchParams();

  function show(changes: Readonly<Record<string, string>>) {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes))
          if (value === "") after.delete(name);
          else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  }

  return { query: parseView(params), show };
}
