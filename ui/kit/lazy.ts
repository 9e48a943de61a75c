import {
  type ComponentType,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";

/** A component whose code no first paint needs. */
export interface Lazy<Props> {
  /** What has come of it. */
  readonly arrived: () => ComponentType<Props> | undefined;
  readonly fetch: () => Promise<ComponentType<Props>>;
  /** Fetches it before anybody asks; should that fail, the press that asks tells. */
  readonly warm: () => void;
}

/** Made once, outside of components: what has come stays for as long as the page. */
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
 * Such a component from when it is first wanted: at once where its code is there, else undefined until
 * it has come. On the server and for the first paint it is undefined. Unlike React.lazy it neither
 * blanks what is around, nor waits 300 ms to be shown, nor takes the whole page down when its code
 * cannot be fetched.
 */
export function useLazy<Props>(
  isOpen: boolean,
  code: Lazy<Props>,
  onFailure: () => void,
): ComponentType<Props> | undefined {
  const arrived = useSyncExternalStore(never, code.arrived, notYet);
  const [Shown, setShown] = useState<ComponentType<Props>>();
  const fail = useEffectEvent(onFailure);
  if (isOpen && arrived && !Shown) setShown(() => arrived);

  useEffect(() => {
    if (!isOpen || Shown) return;
    let left = false;
    code.fetch().then(
      (component) => left || setShown(() => component),
      () => left || fail(),
    );
    return () => {
      left = true;
    };
  }, [isOpen, Shown, code]);

  return Shown;
}
