import type { LucideIcon } from "lucide-react";
import CircleAlert from "lucide-react/icons/circle-alert";
import type { ComponentProps, ReactNode, RefObject } from "react";
import { classes } from "#ui/kit/classes.ts";
import { useFieldWiring } from "#ui/kit/field.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import type { useTypedInput } from "./typed-input.ts";

interface TypedFieldProps
  extends Omit<ComponentProps<"input">, "type" | "value" | "ref" | "onChange"> {
  box: RefObject<HTMLDivElement | null>;
  icon: LucideIcon;
  field: ReturnType<typeof useTypedInput>;
  isOpen: boolean;
  onType: (text: string) => void;
  /** Shown for text that can't be read; undefined while it is being typed. */
  hint: string | undefined;
  /** What it opens. */
  children: ReactNode;
}

/** An input for typed text, with its icon, and an error while the text can't be read. */
export function TypedField(props: TypedFieldProps) {
  const { box, icon, field, isOpen, onType, onKeyDown, hint, className, children, ...rest } = props;
  const wiring = useFieldWiring();
  const isUnread = field.isUnread && hint !== undefined;
  return (
    <div ref={box} className={classes("with-i typed", className)}>
      <Icon of={icon} />
      <input
        {...wiring}
        {...rest}
        ref={field.input}
        className="input num"
        role="combobox"
        autoComplete="off"
        aria-expanded={isOpen}
        aria-invalid={wiring["aria-invalid"] ?? (isUnread || undefined)}
        value={field.text}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key === "Enter") field.commit();
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      {children}
      {isUnread && (
        <p className="err mt-1.5" role="alert">
          <Icon of={CircleAlert} size="s" />
          {hint}
        </p>
      )}
    </div>
  );
}
