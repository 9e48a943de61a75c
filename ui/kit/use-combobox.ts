import { type KeyboardEvent, useState } from "react";

/** The chosen option of a combobox. Its field keeps the focus and passes its keys to `press`. */
export function useCombobox<Option>(
  options: readonly Option[],
  onChoose: (option: Option) => void,
) {
  const [pointed, point] = useState(0);
  const at = Math.min(pointed, options.length - 1);
  const chosen = options[at];

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && chosen) {
      event.preventDefault();
      point((at + step + options.length) % options.length);
    }
    if (event.key === "Enter" && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onChoose(chosen);
    }
  }

  return { chosen, point, press };
}
