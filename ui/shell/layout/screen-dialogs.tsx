import { useSignals } from "@preact/signals-react/runtime";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useUiState } from "#ui/ui-state.ts";

const BookDialog = lazyDialog(
  async () => (await import("#ui/calendar/appointments/book-dialog.tsx")).BookDialog,
);
const PaymentDialog = lazyDialog(
  async () => (await import("#ui/billing/payments/payment-dialog.tsx")).PaymentDialog,
);

const ShortcutsDialog = lazyDialog(
  async () => (await import("#ui/shell/palette/shortcuts-dialog.tsx")).ShortcutsDialog,
);

/** The dialogs that open over any screen: booking a client, taking a payment, and the shortcuts. */
export function ScreenDialogs({ user }: { user: CurrentUser }) {
  useSignals();
  const { booking, paying, shortcutsOpen } = useUiState();
  return (
    <>
      {shortcutsOpen.value && (
        <ShortcutsDialog
          user={user}
          onClose={() => {
            shortcutsOpen.value = false;
          }}
        />
      )}
      {booking.value && (
        <BookDialog
          client={booking.value}
          onClose={() => {
            booking.value = undefined;
          }}
        />
      )}
      {paying.value && (
        <PaymentDialog
          of={paying.value}
          onClose={() => {
            paying.value = undefined;
          }}
        />
      )}
    </>
  );
}
