import type { Signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import Lock from "lucide-react/icons/lock";
import { Component, type ReactNode, Suspense, useEffect } from "react";
import { Link, Redirect, useLocation } from "wouter";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { SIDEBAR } from "#src/shared/constants.ts";
import { homePage } from "#src/shared/permissions.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { classes } from "#ui/kit/classes.ts";
import { useEarlyKeys } from "#ui/kit/early-keys.ts";
import { lazy } from "#ui/kit/lazy.ts";
import { useLazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useAddress } from "#ui/shell/data/use-address.ts";
import { BusinessTimeZone } from "#ui/shell/format/business-time-zone.tsx";
import { ArchMessage } from "#ui/shell/layout/arch-message.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { CenteredSpinner } from "#ui/shell/layout/centered-spinner.tsx";
import { MenuContext } from "#ui/shell/layout/menu-context.ts";
import { maySee, menuFor } from "#ui/shell/layout/menu-entries.ts";
import { NotFound } from "#ui/shell/layout/not-found.tsx";
import { OfflineNotice } from "#ui/shell/layout/offline-strip.tsx";
import { Sidebar } from "#ui/shell/layout/sidebar.tsx";
import { useSidebar } from "#ui/shell/layout/sidebar-state.ts";
import { useShortcuts } from "#ui/shell/palette/shortcuts.ts";
import type { Screen } from "./screen.ts";
import { useUiState } from "./ui-state.ts";
import { reloadOnce } from "./watch-connection.ts";

/** Guards the signed-in screens and renders their layout. */
export function SignedIn({ user, screen }: { user: CurrentUser; screen: Screen | undefined }) {
  const [pathname] = useLocation();
  if (screen?.access === "public") return <Redirect to={homePage(user)} replace />;
  if (!screen)
    return (
      <Shell user={user}>
        <Bar title="Page Not Found" />
        <NotFound home={homePage(user)} level={2} />
      </Shell>
    );
  // After sign-in, users without the dashboard go to their first permitted page.
  if (!maySee(user, screen) && pathname === "/" && homePage(user) !== "/")
    return <Redirect to={homePage(user)} replace />;

  return (
    <Shell user={user}>
      {maySee(user, screen) ? (
        <ScreenBoundary key={screen.path}>
          <Suspense fallback={<LoadingScreen title={screen.title} />}>
            <screen.Component />
          </Suspense>
        </ScreenBoundary>
      ) : (
        <>
          <Bar title={screen.title} />
          <AccessDenied user={user} />
        </>
      )}
    </Shell>
  );
}

/** Shown while a screen's code loads: its bar is already there, so nothing moves. */
function LoadingScreen({ title }: { title: string }) {
  return (
    <>
      <Bar title={title} />
      <CenteredSpinner />
    </>
  );
}

function AccessDenied({ user }: { user: CurrentUser }) {
  return (
    <ArchMessage icon={Lock} title="Access Denied" level={2}>
      <p>
        You do not have permission to access this page. Please contact your administrator to request
        access.
      </p>
      <Link href={homePage(user)} className={buttonClass({ variant: "primary" })}>
        Go to Home
      </Link>
    </ArchMessage>
  );
}

/**
 * Shows a message in place of a screen that failed. A screen whose code can't be loaded belongs to an
 * earlier build, so the page is reloaded once.
 */
class ScreenBoundary extends Component<
  { readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    if (isLoadFailure(error) && navigator.onLine) reloadOnce(location.pathname);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="grid flex-1 place-items-center p-4">
        <section className="card empty w-full max-w-105" role="alert">
          <h2 className="text-lead font-label text-ink">This page couldn't be shown</h2>
          <p>Check your connection, then reload.</p>
          <button type="button" className={buttonClass({})} onClick={() => location.reload()}>
            Reload
          </button>
        </section>
      </div>
    );
  }
}

/** The message differs by browser: "Failed to fetch dynamically imported module", "Importing a module script failed". */
function isLoadFailure(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message);
}

const SIDEBARS: Readonly<Record<string, string>> = { false: "rail", undefined: "auto" };

/** The layout of signed-in users. A screen renders its own Bar and Page: see bar.tsx. */
function Shell({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const sidebar = useSidebar();
  useShortcuts(user);
  useClosePhoneMenuWhenWide();

  return (
    <BusinessTimeZone>
      <a className="skip btn primary" href="#main">
        Skip to content
      </a>
      {/* ui/server-events.ts looks for the attribute, because only signed-in users may listen. */}
      <div className={classes("app", SIDEBARS[String(sidebar.open)])} data-signed-in="true">
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
const menu = lazy(async () => (await import("#ui/shell/layout/phone-menu.tsx")).PhoneMenu);
const palette = lazy(async () => (await import("#ui/shell/palette/palette.tsx")).Palette);
const notice = lazy(
  async () => (await import("#ui/shell/layout/connection-notice.tsx")).ConnectionNotice,
);
const prompt = lazy(
  async () => (await import("#ui/accounts/profile/password-prompt.tsx")).PasswordPrompt,
);
const dialogs = lazy(
  async () => (await import("#ui/shell/layout/screen-dialogs.tsx")).ScreenDialogs,
);
// Later than the first taps, which loading would delay on a slow phone.
const IDLE_MS = 6000;
const APART_MS = 500;

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
  const isOffline = connection.value === "offline";
  const isInterrupted = connection.value === "signed-out" || connection.value === "updated";
  const Notice = useLazyDialog(isInterrupted, notice);
  const Prompt = useLazyDialog(isPrompting, prompt, () => answerPrompt(false));
  const isOpen = shortcutsOpen.value || Boolean(booking.value ?? paying.value);
  const Dialogs = useLazyDialog(isOpen, dialogs, endDialogs);
  useLinkedPayment();
  const [params] = useAddress();
  useEarlyKeys(Boolean(booking.value ?? params.get("new")));

  useEffect(() => {
    // One after another, so that no tap waits for all of them.
    const timers = [notice, menu, palette].map(({ warm }, at) =>
      setTimeout(warm, IDLE_MS + APART_MS * at),
    );
    return () => timers.forEach(clearTimeout);
  }, []);

  return (
    <>
      {Menu && <Menu user={user} />}
      {Palette && <Palette user={user} />}
      {isOffline && <OfflineNotice />}
      {Notice && <Notice user={user} />}
      {Dialogs && <Dialogs user={user} />}
      {passwordPrompt.value && Prompt && <Prompt onDone={answerPrompt} />}
    </>
  );
}

/** Opens the payment or refunds that an alert leads to, and takes them out of the address, so that they're opened once. */
function useLinkedPayment(): void {
  const { paying } = useUiState();
  const [params, show] = useAddress();
  const payment = params.get("payment");
  useEffect(() => {
    if (!payment) return;
    paying.value = payment === "owed" ? { owedRefunds: true } : { paymentId: Number(payment) };
    show({ payment: undefined });
  }, [payment, paying, show]);
}

function close(open: Signal<boolean>) {
  return () => {
    open.value = false;
  };
}
