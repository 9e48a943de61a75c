import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  tabs: Readonly<Record<Value, { readonly title: string; readonly panel: ReactNode }>>;
}

/**
 * Radix's tabs are 10 KB of gzip on the page that everyone loads first. Arrow keys move and select
 * at once, as the ARIA practices recommend for panels that are cheap to show.
 */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, onValueChange, tabs } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const values = Object.keys(tabs) as Value[];

  function press(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && values.at((values.indexOf(value) + step) % values.length);
    if (next) {
      event.preventDefault();
      onValueChange(next);
      list.current?.querySelector<HTMLElement>(`[data-value="${next}"]`)?.focus();
    }
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="seg mb-6 w-full *:flex-1"
        onKeyDown={press}
      >
        {values.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            data-value={one}
            aria-selected={one === value}
            aria-controls={`${id}-panel`}
            tabIndex={one === value ? 0 : -1}
            onClick={() => onValueChange(one)}
          >
            {tabs[one].title}
          </button>
        ))}
      </div>
      <div key={value} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {tabs[value].panel}
      </div>
    </>
  );
}
