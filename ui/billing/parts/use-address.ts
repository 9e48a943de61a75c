import { useSearchParams } from "wouter";

type Change = Readonly<Record<string, string>>;

/** The page's filters, which are its address; empty values are omitted. */
export function useAddress(): readonly [URLSearchParams, (change: Change) => void] {
  const [params, setParams] = useSearchParams();
  const show = (change: Change) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change))
          if (value === "") after.delete(name);
          else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return [params, show];
}
