import type { Signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useEffect } from "react";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { SIDEBAR } from "#src/shared/constants.ts";
import { classes } from "#ui/kit/classes.ts";
import { lazy } from "#ui/kit/lazy.ts";
import { useLazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useAddress } from "#ui/shell/data/use-address.ts";
import { BusinessTimeZone } from "#ui/shell/format/business-time-zone.tsx";
import { useShortcuts } from "#ui/shell/palette/shortcuts.ts";
import { useUiState } from "#ui/ui-state.ts";
import { MenuContext } from "./menu-context.ts";
import { menuFor } from "./menu-entries.ts";
import { Sidebar } from "./sidebar.tsx";
import { useSidebar } from "./sidebar-state.ts";

/** The layout of signed-in users. A screen renders its own Bar and Page: see bar.tsx. */
export function Shell({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const sidebar = useSidebar();
  useShortcuts(user);
  useClosePhoneMenuWhenWide();

  return (
    <BusinessTimeZone>
      <a className="skip btn primary" href="#main">
        Skip to content
      </a>
      {/* ui/server-events.ts looks for the attribute, because only signed-in users may listen. */}
      <div className={classes("app", !sidebar.open && "rail")} data-signed-in="true">
        <Sidebar user={user} />
        <main className="main" id="main" tabIndex={-1}>
          <MenuContext value={menuFor(user)}>{children}</MenuContext>
        </main>
      </div>
      <Overlays user={user} />
    </BusinessTimeZone>
  );
}

/** A phone in landscape may be wide enough for the sidebar. */
function useClosePhoneMenuWhenWide(): void {
  const { phoneMenuOpen } = useUiState();
  useEffect(() => {
    const wide = window.matchMedia(`(width >= ${SIDEBAR.sheetBelowPx}px)`);
    const close = () => {
      if (wide.matches) phoneMenuOpen.value = false;
    };
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, [phoneMenuOpen]);
}

// None is needed for the first paint: their code is loaded when the page is idle or they open.
const menu = lazy(async () => (await import("./phone-menu.tsx")).PhoneMenu);
const palette = lazy(async () => (await import("#ui/shell/palette/palette.tsx")).Palette);
const notice = lazy(async () => (await import("./connection-notice.tsx")).ConnectionNotice);
const prompt = lazy(
  async () => (await import("#ui/accounts/profile/password-prompt.tsx")).PasswordPrompt,
);
const dialogs = lazy(async () => (await import("./screen-dialogs.tsx")).ScreenDialogs);
const IDLE_MS = 1500;

/** The phone's menu, the command palette, the password prompt, booking, payments, and what is wrong with the connection. */
function Overlays({ user }: { user: CurrentUser }) {
  useSignals();
  const { phoneMenuOpen, paletteOpen, shortcutsOpen, passwordPrompt, ...ui } = useUiState();
  const { booking, paying, connection } = ui;
  const endDialogs = () => {
    booking.value = undefined;
    paying.value = undefined;
    shortcutsOpen.value = false;
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
  const isOpen = shortcutsOpen.value || Boolean(booking.value ?? paying.value);
  const Dialogs = useLazyDialog(isOpen, dialogs, endDialogs);
  useLinkedPayment();

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
      {Dialogs && <Dialogs user={user} />}
      {passwordPrompt.value && Prompt && <Prompt onDone={answerPrompt} />}
    </>
  );
}

/** Opens the payment that an alert leads to, and takes it out of the address, so that it's opened once. */
function useLinkedPayment(): void {
  const { paying } = useUiState();
  const [params, show] = useAddress();
  const id = Number(params.get("payment"));
  useEffect(() => {
    if (!(id > 0)) return;
    paying.value = { paymentId: id };
    show({ payment: undefined });
  }, [id, paying, show]);
}

function close(open: Signal<boolean>) {
  return () => {
    open.value = false;
  };
}
