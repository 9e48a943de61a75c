import { useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { FormValues } from "./form-values.ts";
import { useNamesake } from "./use-client-search.ts";

/** The number of the one contact of the name typed, unless somebody has typed a number. */
export function useFilledPhone(form: UseFormReturn<FormValues>, query: boolean) {
  const { watch, setValue, getValues } = form;
  const typed = useRef(false);
  const namesake = useNamesake(watch("clientName"), query);
  const found = namesake?.phoneNumber;

  useEffect(() => {
    if (typed.current || found === undefined) return;
    setValue("phoneNumber", found);
    // Another name is another number.
    return () => {
      if (!typed.current && getValues("phoneNumber") === found) setValue("phoneNumber", "");
    };
  }, [found, setValue, getValues]);

  return {
    /** Whose number it is, where it was filled in. */
    from: namesake && watch("phoneNumber") === found ? namesake.name : undefined,
    touched() {
      typed.current = true;
    },
    choose(phoneNumber: string) {
      typed.current = true;
      setValue("phoneNumber", phoneNumber);
    },
  };
}
