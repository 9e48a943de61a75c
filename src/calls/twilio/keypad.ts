/** Milliseconds without another key after which a sequence is complete. */
export interface KeyPauses {
  /** After zeros alone, which ask for a person. */
  readonly zeroMs: number;
  /** Within a number. */
  readonly numberMs: number;
}

const KEY_PAUSES: KeyPauses = { zeroMs: 1_500, numberMs: 4_000 };

export interface Keypad {
  readonly press: (key: string) => void;
  /** Completes the sequence at once, because the caller speaks. */
  readonly flush: () => void;
}

/** Collects single keys into sequences, so that a zero within a phone number is not a request for a person. */
export function createKeypad(
  onKeys: (keys: string) => void,
  { zeroMs, numberMs }: KeyPauses = KEY_PAUSES,
): Keypad {
  let keys = "";
  let timer: Timer | undefined;

  function flush(): void {
    clearTimeout(timer);
    const pressed = keys;
    keys = "";
    if (pressed !== "") onKeys(pressed);
  }

  return {
    press(key) {
      keys += key;
      clearTimeout(timer);
      if (key === "#") return flush();
      timer = setTimeout(flush, /^0+$/.test(keys) ? zeroMs : numberMs);
      timer.unref();
    },
    flush,
  };
}
