export interface SelectProps<Value extends string> {
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  /** Values must not be "", which means "nothing chosen". */
  options: readonly { value: Value; label: string; disabled?: boolean | undefined }[];
  placeholder?: string | undefined;
  /** Needed outside a Field. */
  "aria-label"?: string | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}
