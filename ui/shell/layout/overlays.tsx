import type { Signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { lazy } from "#ui/kit/lazy.ts";
import { useLazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useUiState } from "#ui/ui-state.ts";

// None is needed for the first paint: their code is loaded when the page is idle or they open.
const menu = lazy(async () => (await import("./phone-menu.tsx")).PhoneMenu);
const palette = lazy(async () => (await import("#ui/shell/palette/palette.tsx")).Palette);
const notice = lazy(async () => (await import("./connection-notice.tsx")).ConnectionNotice);
const prompt = lazy(
  async () => (await import("#ui/accounts/profile/password-prompt.tsx")).PasswordPrompt,
);
const shortcuts = lazy(
  async () => (await import("#ui/shell/palette/shortcuts-dialog.tsx")).ShortcutsDialog,
);
const book = lazy(
  async () => (await import("#ui/calendar/appointments/book-dialog.tsx")).BookDialog,
);
const IDLE_MS = 1500;

/** The phone's menu, the command palette, the password prompt, booking, and what is wrong with the connection. */
export function Overlays({ user }: { user: CurrentUser }) {
  useSignals();
  const { phoneMenuOpen, paletteOpen, shortcutsOpen, passwordPrompt, booking, connection } =
    useUiState();
  const closeShortcuts = close(shortcutsOpen);
  const endBooking = () => {
    booking.value = undefined;
  };
  const answerPrompt = (confirmed: boolean) => {
    passwordPrompt.value?.(confirmed);
    passwordPrompt.value = undefined;
  };
  const isPrompting = passwordPrompt.value !== undefined;
  const Menu = useLazyDialog(phoneMenuOpen.value, menu, close(phoneMenuOpen));
  const Palette = useLazyDialog(paletteOpen.value, palette, close(paletteOpen));
  const Notice = useLazyDialog(connection.value !== "online", notice, () => undefined);
  const Prompt = useLazyDialog(isPrompting, prompt, () => answerPrompt(false));
  const Shortcuts = useLazyDialog(shortcutsOpen.value, shortcuts, closeShortcuts);
  const Book = useLazyDialog(booking.value !== undefined, book, endBooking);

  useEffect(() => {
    const timer = setTimeout(() => {
      menu.warm();
      palette.warm();
      notice.warm();
    }, IDLE_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <>
      {Menu && <Menu user={user} />}
      {Palette && <Palette user={user} />}
      {Notice && <Notice user={user} />}
      {shortcutsOpen.value && Shortcuts && <Shortcuts user={user} onClose={closeShortcuts} />}
      {booking.value && Book && <Book client={booking.value} onClose={endBooking} />}
      {passwordPrompt.value && Prompt && <Prompt onDone={answerPrompt} />}
    </>
  );
}

function close(open: Signal<boolean>) {
  return () => {
    open.value = false;
  };
}
