import { type Signal, signal } from "@preact/signals-react";
import { createContext, useContext } from "react";
import type { PreferredTimes } from "#src/shared/preferred-times.ts";

/**
 * State of the page rather than of the server. One per request: a module's signal would be shared
 * by all visitors.
 */
export interface UiState {
  /** Undefined until someone chose. */
  readonly sidebarOpen: Signal<boolean | undefined>;
  /** The checklist of a new salon was put away in this browser. */
  readonly setUpHidden: Signal<boolean>;
  /** Its step for services was skipped in this browser. */
  readonly servicesSkipped: Signal<boolean>;
  readonly phoneMenuOpen: Signal<boolean>;
  readonly paletteOpen: Signal<boolean>;
  readonly shortcutsOpen: Signal<boolean>;
  /** The client whose appointment the dialog over the screen books. */
  readonly booking: Signal<BookedClient | undefined>;
  /** What the dialog over the screen takes a payment for, or the payment that it shows, or that it lists refunds that failed. */
  readonly paying: Signal<
    PaymentFor | { readonly paymentId: number } | { readonly owedRefunds: true } | undefined
  >;
  readonly connection: Signal<Connection>;
  /** Set while the dialog asks for the password; called with whether it was right. */
  readonly passwordPrompt: Signal<((confirmed: boolean) => void) | undefined>;
  /** Epoch milliseconds: the server's time on the first paint, then ticking in the browser. */
  readonly now: Signal<number>;
}

/** A visit, or the client whose last unpaid visit is paid. */
export type PaymentFor = { readonly appointmentId: number } | { readonly contactId: number };

export interface BookedClient {
  /** The contact's. */
  readonly id?: number | undefined;
  readonly name: string;
  readonly phoneNumber: string;
  /** Whether the dialog opens over their conversation. */
  readonly isInConversation?: boolean;
  /** What they wait for. */
  readonly wish?: {
    readonly services: readonly number[];
    readonly employeeId: number | null;
    /** When, if they said. */
    readonly times?: PreferredTimes;
    /** A free time that they would take, as wall time. */
    readonly free?: { readonly start: string; readonly employeeId: number } | undefined;
  };
}

/** Whether the page can reach the server as the person who signed in, in its current version. */
type Connection = "online" | "offline" | "signed-out" | "updated";

/** The initial state that makes the browser render what the server rendered. */
export interface UiBoot {
  readonly sidebarOpen?: boolean | undefined;
  readonly setUpHidden?: boolean;
  readonly servicesSkipped?: boolean;
  readonly now: number;
  /** The page belongs to `parlor demo`. */
  readonly demo?: boolean | undefined;
}

export function createUiState(initial: UiBoot): UiState {
  return {
    now: signal(initial.now),
    sidebarOpen: signal(initial.sidebarOpen),
    setUpHidden: signal(initial.setUpHidden ?? false),
    servicesSkipped: signal(initial.servicesSkipped ?? false),
    phoneMenuOpen: signal(false),
    paletteOpen: signal(false),
    shortcutsOpen: signal(false),
    booking: signal(undefined),
    paying: signal(undefined),
    connection: signal<Connection>("online"),
    passwordPrompt: signal(undefined),
  };
}

const UiStateContext = createContext<UiState | undefined>(undefined);
export const UiStateProvider = UiStateContext.Provider;

export function useUiState(): UiState {
  const state = useContext(UiStateContext);
  if (!state) throw new Error("useUiState needs a UiStateProvider above it");
  return state;
}
