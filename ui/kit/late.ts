import { type ComponentType, useEffect, useEffectEvent, useState } from "react";

/**
 * A component whose code no first paint needs, from when it is first wanted; undefined until it has
 * come. Unlike React.lazy it neither blanks what is around nor, when the code cannot be fetched,
 * takes the whole page down.
 */
export function useLate<Props>(
  wanted: boolean,
  load: () => Promise<ComponentType<Props>>,
  onFailure: () => void,
): ComponentType<Props> | undefined {
  const [Late, setLate] = useState<ComponentType<Props>>();
  const fail = useEffectEvent(onFailure);

  useEffect(() => {
    if (!wanted || Late) return;
    let left = false;
    load().then(
      (component) => left || setLate(() => component),
      () => left || fail(),
    );
    return () => {
      left = true;
    };
  }, [wanted, Late, load]);

  return Late;
}
