import {
  type ComponentType,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";

/** A component whose code the first paint does not need. */
export interface Lazy<Props> {
  /** The component, if it has been loaded. */
  readonly arrived: () => ComponentType<Props> | undefined;
  readonly fetch: () => Promise<ComponentType<Props>>;
  /** Loads it in advance and ignores failures; the click that needs it reports them. */
  readonly warm: () => void;
}

/** Created once per module, so that the loaded component is kept for the page's lifetime. */
export function lazy<Props>(load: () => Promise<ComponentType<Props>>): Lazy<Props> {
  let component: ComponentType<Props> | undefined;
  const fetch = async () => {
    component ??= await load();
    return component;
  };
  return { arrived: () => component, fetch, warm: () => void fetch().catch(() => undefined) };
}

const never = () => () => undefined;
const notYet = () => undefined;

/**
 * The component once `isOpen` has been true: immediately if its code is loaded, otherwise undefined
 * until then. It is undefined on the server and for the first paint. Unlike React.lazy, it neither
 * blanks its surroundings, nor waits 300 ms to be shown, nor breaks the page when its code cannot
 * be loaded.
 */
export function useLazy<Props>(
  isOpen: boolean,
  code: Lazy<Props>,
  onFailure = () => {},
): ComponentType<Props> | undefined {
  const arrived = useSyncExternalStore(never, code.arrived, notYet);
  const [Shown, setShown] = useState<ComponentType<Props>>();
  const fail = useEffectEvent(onFailure);
  if (isOpen && arrived && !Shown) setShown(() => arrived);

  useEffect(() => {
    if (!isOpen || Shown) return;
    let left = false;
    // In its own task, because preloading its files can block the browser for 30 ms.
    const fetching = setTimeout(() =>
      code.fetch().then(
        // A transition renders in slices of 5 ms; the cards of a settings page take 40 ms.
        (component) => left || startTransition(() => setShown(() => component)),
        () => left || fail(),
      ),
    );
    return () => {
      left = true;
      clearTimeout(fetching);
    };
  }, [isOpen, Shown, code]);

  return Shown;
}
