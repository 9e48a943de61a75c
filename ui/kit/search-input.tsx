import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import type { ComponentProps } from "react";
import { useRef } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import { Input } from "./input.tsx";

interface SearchInputProps
  extends Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "ref"> {
  /** Its accessible name, and the default placeholder. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
}

export function SearchInput(props: SearchInputProps) {
  const { label, value, onValueChange, placeholder = label, className, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);

  return (
    <div className={classes("with-i", className)}>
      <Icon of={Search} />
      <Input
        {...rest}
        ref={input}
        soft
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onValueChange={onValueChange}
      />
      {value !== "" && (
        <IconButton
          icon={X}
          label="Clear search"
          size="tiny"
          onClick={() => {
            onValueChange("");
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}
