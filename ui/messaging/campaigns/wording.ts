import { useQuery } from "@tanstack/react-query";
import { fillFields } from "#src/shared/merge-fields.ts";
import { addOptOutNotice } from "#src/shared/opt-out-notice.ts";
import { countSegments, type SegmentCount } from "#src/shared/sms-segments.ts";
import { worstCase } from "#src/shared/worst-case.ts";
import { useApi } from "#ui/api.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { composingQuery } from "./queries.ts";

/** What is sent for what is typed, and what one text of it costs at most. */
export interface Wording {
  /** With the opt-out notice where the business adds it always. */
  readonly text: string;
  readonly noticeAlways: boolean;
  readonly businessName: string;
  /** With the longest names filled in. */
  readonly longest: SegmentCount;
  /** With a name as most have it. */
  readonly typical: SegmentCount;
}

const USUAL = { name: "Alex Morgan", phoneNumber: "" };

export function useWording(message: string): Wording {
  const api = useApi();
  const { data: settings } = useQuery(shellSettingsQuery(api));
  const { data: composing } = useQuery(composingQuery(api));
  const businessName = settings?.businessName ?? "";
  const noticeAlways = composing?.noticeAlways ?? false;
  const text =
    noticeAlways && message.trim() !== "" ? addOptOutNotice(message, businessName) : message;
  return {
    text,
    noticeAlways,
    businessName,
    longest: worstCase(text, composing?.longestNames ?? []),
    typical: countSegments(fillFields(text, USUAL)),
  };
}
