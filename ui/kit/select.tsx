import { getNonce } from "get-nonce";
import Check from "lucide-react/icons/check";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import * as RadixSelect from "radix-ui/select";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { useFieldWiring } from "./field.tsx";
import { Icon } from "./icon.tsx";

interface SelectProps<Value extends string> {
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  /** No value may be "": Radix keeps that for "nothing chosen". */
  options: readonly { value: Value; label: ReactNode; disabled?: boolean | undefined }[];
  placeholder?: string | undefined;
  /** Needed outside a Field. */
  "aria-label"?: string | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onValueChange, options, placeholder, disabled, className } = props;
  const wiring = useFieldWiring();
  const chosen = options.find((option) => option.value === value);

  return (
    <RadixSelect.Root
      value={value ?? ""}
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next);
        if (option) onValueChange(option.value);
      }}
      disabled={disabled ?? false}
    >
      <RadixSelect.Trigger
        {...wiring}
        className={classes("input select", className)}
        aria-label={props["aria-label"]}
      >
        {/* Said here, because Radix learns the label only from the list, which the server never renders. */}
        <RadixSelect.Value placeholder={placeholder}>{chosen?.label}</RadixSelect.Value>
        <RadixSelect.Icon asChild>
          <Icon of={ChevronsUpDown} />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content className="menu list" position="popper" sideOffset={4}>
          {/* Its <style> needs the nonce by hand; Radix asks get-nonce only elsewhere. */}
          <RadixSelect.Viewport nonce={getNonce()}>
            {options.map((option) => (
              <Option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </Option>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}

interface OptionProps {
  value: string;
  disabled: boolean | undefined;
  children: ReactNode;
}

function Option({ value, disabled = false, children }: OptionProps) {
  return (
    <RadixSelect.Item value={value} disabled={disabled}>
      <RadixSelect.ItemText>{children}</RadixSelect.ItemText>
      <RadixSelect.ItemIndicator className="end">
        <Icon of={Check} />
      </RadixSelect.ItemIndicator>
    </RadixSelect.Item>
  );
}
