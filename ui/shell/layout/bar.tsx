/**
 * Every screen renders its own bar, so it is there in the server's page too. A screen is
 *
 *   <>
 *     <Bar title="Contacts" meta={total}>
 *       <BarAction icon={Upload} onClick={…}>Import CSV</BarAction>
 *       <BarAction icon={UserRoundPlus} variant="primary" onClick={…}>Add Contact</BarAction>
 *     </Bar>
 *     <Page label="Contacts">…</Page>
 *   </>
 *
 * `meta` becomes the chip next to the title. The children are placed between search and theme.
 * `<Page flush>` has no padding, scrolls nothing itself and is a row of panes (inbox).
 * `ui/shell/loading-screen.tsx` shows the same bar while a screen's code is on its way.
 */
import { useQuery } from "@tanstack/react-query";
import FlaskConical from "lucide-react/icons/flask-conical";
import Menu from "lucide-react/icons/menu";
import PanelLeft from "lucide-react/icons/panel-left";
import Search from "lucide-react/icons/search";
import { type ReactNode, useEffect } from "react";
import { useApi } from "#ui/api.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Kbd } from "#ui/kit/kbd.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { serverNow } from "#ui/shell/format/server-time.ts";
import { useUiState } from "#ui/ui-state.ts";
import { HelpLink } from "./help-link.tsx";
import { useSidebar } from "./sidebar-state.ts";
import { ThemeToggle } from "./theme-toggle.tsx";

interface BarProps {
  /** As in the menu; the page's one h1. */
  title: string;
  /** Before the title, such as a link to the list that this screen is a part of. */
  lead?: ReactNode;
  /** A count or a state in a few words. */
  meta?: ReactNode;
  /** BarActions, at most one of them primary. */
  children?: ReactNode;
}

export function Bar({ title, lead, meta, children }: BarProps) {
  const { phoneMenuOpen } = useUiState();
  const sidebar = useSidebar();
  useTickingClock();
  return (
    <>
      <section className="bar" aria-label="Screen header">
        <IconButton
          icon={PanelLeft}
          label="Toggle sidebar"
          className="touch:hidden"
          aria-expanded={sidebar.open ?? true}
          aria-controls="sidebar"
          onClick={sidebar.toggle}
        />
        <IconButton
          icon={Menu}
          label="Open menu"
          className="hidden touch:inline-flex"
          aria-haspopup="dialog"
          onClick={() => {
            phoneMenuOpen.value = true;
          }}
        />
        <span className="tick no-phone" />
        {lead}
        <h1 tabIndex={-1}>{title}</h1>
        {meta !== undefined && meta !== null && <span className="chip num ml-1">{meta}</span>}
        <span className="flex-1 min-w-0" />
        <SearchButton />
        {children}
        <HelpLink />
        <ThemeToggle />
      </section>
      <CarrierNotice />
    </>
  );
}

/** Shown on every screen, because each leads to one that sends texts. */
function CarrierNotice() {
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  if (!settings?.simulatedCarrier) return null;

  return (
    <p className="flex flex-none items-center gap-2 border-line print:hidden border-b bg-accent-soft px-4 py-1.5 text-xs">
      <Icon of={FlaskConical} size="s" className="text-accent-ink" />
      {settings.demo
        ? "Demo: texts are simulated; nothing leaves this computer."
        : "Simulated carrier: nothing is really sent."}
    </p>
  );
}

const TICK_MS = 20_000;

/**
 * Updates relative times. It is used inside the screen because React hydrates Suspense content
 * later than its surroundings, and a clock that has moved on by then would differ from the server's
 * page.
 */
function useTickingClock(): void {
  const { now } = useUiState();
  useEffect(() => {
    const tick = () => {
      now.value = serverNow();
    };
    // Right after the page's rendering it would only render every relative time a second time.
    if (Math.abs(serverNow() - now.peek()) > TICK_MS) tick();
    const ticking = setInterval(tick, TICK_MS);
    return () => clearInterval(ticking);
  }, [now]);
}

function SearchButton() {
  const { paletteOpen } = useUiState();
  return (
    <button
      type="button"
      className="find bar-words"
      data-tip="Search"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => {
        paletteOpen.value = true;
      }}
    >
      <Icon of={Search} />
      <span className="words">Search</span>
      <Kbd>Ctrl K</Kbd>
    </button>
  );
}
