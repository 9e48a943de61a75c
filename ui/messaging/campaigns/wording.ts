import { useQuery } from "@tanstack/react-query";
import { fillFields, SAMPLE_CLIENT } from "#src/shared/merge-fields.ts";
import { addOptOutNotice } from "#src/shared/opt-out-notice.ts";
import { countSegments, worstCase } from "#src/shared/sms-segments.ts";
import { useApi } from "#ui/api.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { composingQuery } from "./queries.ts";

export type Wording = ReturnType<typeof useWording>;

/** The text that is sent for the typed message, and its highest cost. */
export function useWording(message: string) {
  const api = useApi();
  const { data: settings } = useQuery(shellSettingsQuery(api));
  const { data: composing } = useQuery(composingQuery(api));
  const businessName = settings?.businessName ?? "";
  const noticeAlways = composing?.noticeAlways ?? false;
  const text =
    noticeAlways && message.trim() !== "" ? addOptOutNotice(message, businessName) : message;
  return {
    /** Includes the opt-out notice if the business always adds it. */
    text,
    noticeAlways,
    businessName,
    longest: worstCase(text, composing?.longestNames ?? []),
    typical: countSegments(fillFields(text, SAMPLE_CLIENT)),
  };
}
