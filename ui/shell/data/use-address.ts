import { useSearchParams } from "wouter";

type Change = Readonly<Record<string, string | undefined>>;

/** The page's parameters, and a function that changes some of them. Empty ones leave the address. */
export function useAddress(): readonly [URLSearchParams, (change: Change) => void] {
  const [params, setParams] = useSearchParams();
  const show = (change: Change) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change))
          if (!value) after.delete(name);
          else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return [params, show];
}
