import {
  type ChangeEvent,
  type ComponentProps,
  type FocusEvent,
  useImperativeHandle,
  useRef,
  useState,
} from "react";

/** The properties of a native date or time input, which these fields take too. */
export interface TypedInputProps extends Omit<ComponentProps<"input">, "type" | "value"> {
  /** YYYY-MM-DD or HH:mm; empty for none. Not given where react-hook-form registers the field. */
  value?: string | undefined;
  onValueChange?: ((value: string) => void) | undefined;
}

interface Kind {
  readonly type: "date" | "time";
  /** Undefined when the text can't be read. */
  readonly read: (text: string) => string | undefined;
  readonly format: (value: string) => string;
}

/**
 * The value of a field whose text is read: what is typed stays as it is until the field is left, or Enter saves its form. For
 * react-hook-form, which reads and writes a field's element, it stands in for the native input.
 */
export function useTypedInput(props: TypedInputProps, { type, read, format }: Kind) {
  const { ref, name, value, onChange, onValueChange, onBlur } = props;
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef("");
  const [own, setOwn] = useState("");
  const [typed, setTyped] = useState<string>();
  const current = value ?? own;

  useImperativeHandle(ref, () => {
    const field = {
      type,
      name,
      get value() {
        return latest.current;
      },
      set value(next: string | null | undefined) {
        // react-hook-form writes the value again with every render of its form, also while it is being typed.
        if ((next ?? "") === latest.current) return;
        latest.current = next ?? "";
        setOwn(latest.current);
        setTyped(undefined);
      },
      focus: () => input.current?.focus(),
    };
    return field as unknown as HTMLInputElement;
  }, [name, type]);

  function set(next: string) {
    if (next === current) return;
    latest.current = next;
    setOwn(next);
    onValueChange?.(next);
    const target = { name, type, value: next };
    onChange?.({ type: "change", target, currentTarget: target } as ChangeEvent<HTMLInputElement>);
  }

  /** Unreadable text stays, so that it can be corrected. */
  function commit() {
    if (typed !== undefined && read(typed) !== undefined) setTyped(undefined);
  }

  return {
    input,
    value: current,
    text: typed ?? format(current),
    /** Typed, and not a day or a time. */
    isUnread: typed !== undefined && read(typed) === undefined,
    type(text: string) {
      setTyped(text);
      set(read(text) ?? "");
    },
    choose(next: string) {
      setTyped(undefined);
      set(next);
    },
    commit,
    leave(event: FocusEvent<HTMLInputElement>) {
      commit();
      const target = { name, type, value: current };
      onBlur?.({ ...event, type: "blur", target } as unknown as FocusEvent<HTMLInputElement>);
    },
  };
}
