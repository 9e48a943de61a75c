import { useSearchParams } from "wouter";
import { parseView } from "./schedule-query.ts";

/** The page's state is its address; empty values are omitted. */
export function useScheduleQuery() {
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
