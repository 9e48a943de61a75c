import { type FocusEvent, type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type * as z from "zod/mini";
import { fieldErrorsOf } from "#ui/api.ts";

type Errors = Readonly<Record<string, string>>;

interface PlainFormOptions<Values> {
  /** Loads the contract's shape when the form is first used. */
  shape: () => Promise<z.ZodMiniType<unknown, Values>>;
  /** Initial values, including values without a field. */
  initial: Values;
  onValid: (values: Values) => void;
}

/**
 * A form for pages that everyone loads first, where react-hook-form and zod would be a quarter of
 * the code. The fields are uncontrolled, so that text typed before hydration counts.
 */
export function usePlainForm<Values extends object>({
  shape,
  initial,
  onValid,
}: PlainFormOptions<Values>) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});

  function readInputs(): Values {
    const named = inputsOf(form.current).filter(({ name }) => name !== "");
    return { ...initial, ...Object.fromEntries(named.map(({ name, value }) => [name, value])) };
  }

  /** If the shape cannot be loaded, the server validates with the same messages. */
  async function check(): Promise<Errors> {
    const shaped = await shape().catch(() => undefined);
    const issues = shaped?.safeParse(readInputs()).error?.issues ?? [];
    return Object.fromEntries(
      issues.toReversed().map(({ path, message }) => [path.join("."), message]),
    );
  }

  /** While someone types, errors only go away. */
  async function dropCorrected(): Promise<void> {
    const invalid = await check();
    setErrors((shown) =>
      Object.fromEntries(Object.entries(invalid).filter(([name]) => name in shown)),
    );
  }

  async function showError(name: string): Promise<void> {
    const { [name]: error } = await check();
    if (error) setErrors((shown) => ({ ...shown, [name]: error }));
  }

  async function submit(): Promise<void> {
    const invalid = await check();
    if (Object.keys(invalid).length > 0) return show(invalid);
    const valid = readInputs();
    setErrors({});
    setValues(valid);
    onValid(valid);
  }

  function show(invalid: Errors): void {
    flushSync(() => setErrors(invalid));
    inputsOf(form.current)
      .find(({ name }) => name in invalid)
      ?.focus();
  }

  return {
    errors: errors as Readonly<Partial<Record<keyof Values, string>>>,
    form: {
      ref: form,
      noValidate: true,
      onFocus: () => void shape().catch(() => undefined),
      onChange: () => void dropCorrected(),
      onBlur({ target, relatedTarget }: FocusEvent<HTMLFormElement>) {
        // An error that appears under a press on a button would move the button away.
        if (target["value"] && relatedTarget instanceof HTMLInputElement)
          void showError(target["name"]);
      },
      onSubmit(event: FormEvent) {
        event.preventDefault();
        void submit();
      },
    },
    field: (name: keyof Values & string) => ({ name, defaultValue: String(values[name] ?? "") }),
    /** Returns whether the error has any. */
    showFieldErrors(error: unknown): boolean {
      const found = fieldErrorsOf(error);
      show(found);
      return Object.keys(found).length > 0;
    },
    reset: () => form.current?.reset(),
  };
}

function inputsOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.elements ?? [])].filter((one) => one instanceof HTMLInputElement);
}
