import { useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { formatPhone } from "#ui/shell/format/phone.ts";
import type { FormValues } from "./form-values.ts";
import { useContactByName } from "./use-client-search.ts";

/** Fills in the number of the only contact with the typed name, unless a number was entered. */
export function usePhonePrefill(form: UseFormReturn<FormValues>, enabled: boolean) {
  const { watch, setValue, getValues } = form;
  const typed = useRef(false);
  const match = useContactByName(watch("clientName"), enabled);
  const found = match && formatPhone(match.phoneNumber);

  useEffect(() => {
    if (typed.current || found === undefined) return;
    setValue("phoneNumber", found);
    // A different name clears the filled-in number.
    return () => {
      if (!typed.current && getValues("phoneNumber") === found) setValue("phoneNumber", "");
    };
  }, [found, setValue, getValues]);

  return {
    /** The contact whose number was filled in. */
    from: match && watch("phoneNumber") === found ? match.name : undefined,
    touched() {
      typed.current = true;
    },
    choose(phoneNumber: string) {
      typed.current = true;
      setValue("phoneNumber", formatPhone(phoneNumber));
    },
  };
}
