import type { FormValues } from "./form-values.ts";
import type { RepeatPreview } from "./use-repeat-preview.ts";

/** Books what the dialog says. */
export interface Booking {
  readonly isPending: boolean;
  /** Why the server refused the time. Booking again books it anyway. */
  readonly clash: string | undefined;
  readonly clearClash: () => void;
  readonly book: (request: BookingRequest) => void;
}

interface BookingRequest {
  readonly values: FormValues;
  readonly preview: RepeatPreview;
  readonly allowOverlap: boolean;
  readonly notify: boolean;
  readonly askDeposit: boolean;
  /** The client is at the desk. */
  readonly isHere: boolean;
  /** Who performs each of the services, where several employees share the visit. */
  readonly performers: readonly number[] | undefined;
}
