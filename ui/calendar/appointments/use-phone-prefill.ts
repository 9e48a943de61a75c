import { useCallback, useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { formatPhone, isSamePhone } from "#src/shared/format-phone.ts";
import type { FormValues } from "./form-values.ts";
import { useContactByName } from "./use-client-search.ts";

/**
 * Fills in the number of the only contact with the typed name, unless one was entered. It leaves with the name, as that of
 * a chosen client does.
 */
export function usePhonePrefill(
  form: UseFormReturn<FormValues>,
  enabled: boolean,
  onSearching: (isSearching: boolean) => void,
) {
  const { watch, setValue, getValues } = form;
  const filledIn = useRef(getValues("clientName") === "" ? "" : getValues("phoneNumber"));
  const match = useContactByName(watch("clientName"), enabled, onSearching);
  const found = match && formatPhone(match.phoneNumber);

  const replace = useCallback(
    (phoneNumber: string) => {
      if (getValues("phoneNumber") !== filledIn.current) return;
      filledIn.current = phoneNumber;
      setValue("phoneNumber", phoneNumber);
    },
    [getValues, setValue],
  );
  useEffect(() => {
    if (found !== undefined) replace(found);
  }, [found, replace]);

  return {
    id: match?.contactId,
    /** The contact whose number was filled in, or typed in another format. */
    from: match && isSamePhone(watch("phoneNumber"), match.phoneNumber) ? match : undefined,
    clear: () => replace(""),
    choose(phoneNumber: string) {
      filledIn.current = formatPhone(phoneNumber);
      setValue("phoneNumber", filledIn.current);
    },
  };
}
