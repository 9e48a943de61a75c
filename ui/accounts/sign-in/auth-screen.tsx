import { useQuery } from "@tanstack/react-query";
import Gauge from "lucide-react/icons/gauge";
import KeyRound from "lucide-react/icons/key-round";
import Megaphone from "lucide-react/icons/megaphone";
import MessagesSquare from "lucide-react/icons/messages-square";
import ShieldCheck from "lucide-react/icons/shield-check";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Glyph } from "#ui/kit/glyph.tsx";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { showNotLoaded } from "#ui/kit/lazy-dialog.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { BrandMark } from "#ui/shell/layout/brand-mark.tsx";
import { useLinkToken } from "./link-token.ts";
import { LoginForm } from "./login-form.tsx";
import { registrationQuery } from "./queries.ts";
import { RegisterForm } from "./register-form.tsx";

// Needed only where two-step sign-in is required and not set up yet.
const requiredSetUp = lazy(async () => (await import("./required-set-up.tsx")).RequiredSetUp);

export function AuthScreen() {
  const link = useLinkToken();
  const { user } = useCurrentUser();
  const { data: registration } = useQuery(registrationQuery(useApi()));
  const isNew = registration?.hasAdministrator === false;
  const [tab, setTab] = useState<Tab>(link ? "register" : "login");
  const toasts = useToasts();
  const RequiredSetUp = useLazy(user?.needsSecondFactor === true, requiredSetUp, () =>
    showNotLoaded(toasts),
  );

  return (
    <div className="@container flex flex-1 flex-col">
      <div className="mx-auto grid w-full max-w-225 flex-1 items-center gap-10 px-4 pt-8 pb-16 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] @3xl:gap-[clamp(2.5rem,8vw,5rem)]">
        <div className="mx-auto w-full max-w-95 self-end @3xl:self-center">
          <h1 className="display mb-5">{titleFor(user !== null, isNew || tab === "register")}</h1>
          {isNew && !link && (
            <Note icon={KeyRound} tone="accent">
              There are no accounts yet. To create the first one, open the setup link that Parlor
              printed when it started. To get a new link, run <code>parlor admin setup-link</code>{" "}
              on the server.
            </Note>
          )}
          {user
            ? RequiredSetUp && <RequiredSetUp />
            : (link || !isNew) && <Forms {...{ link, isNew, tab, setTab }} />}
        </div>
        <SideText />
      </div>
    </div>
  );
}

function titleFor(isSignedIn: boolean, isNew: boolean): string {
  if (isSignedIn) return "One more step";
  return isNew ? "Welcome to Parlor" : "Welcome back";
}

type Tab = "login" | "register";

interface FormsProps {
  link: ReturnType<typeof useLinkToken>;
  /** No one could sign in yet. */
  isNew: boolean;
  tab: Tab;
  setTab: (tab: Tab) => void;
}

function Forms({ link, isNew, tab, setTab }: FormsProps) {
  const { data: registration } = useQuery(registrationQuery(useApi()));
  if (registration?.open === false && !link)
    return (
      <>
        <LoginForm />
        <p className="hint mt-4 text-center">
          New here? Ask your salon's administrator for an invitation.
        </p>
      </>
    );
  const register = <RegisterForm link={link} onDone={() => setTab("login")} />;
  if (isNew && tab === "register") return register;
  return (
    <Tabs
      label="Sign in or register"
      value={tab}
      onValueChange={setTab}
      tabs={{
        login: { title: "Sign in", panel: <LoginForm /> },
        register: { title: "Register", panel: register },
      }}
    />
  );
}

const POINTS = [
  {
    icon: Megaphone,
    title: "Campaign management",
    text: "Write one text, have it approved, and reach every client who wants to hear from you.",
  },
  {
    icon: MessagesSquare,
    title: "Two-way messaging",
    text: "Clients reply, and every message lands in one inbox.",
  },
  {
    icon: ShieldCheck,
    title: "Secure integration",
    text: "Texts go out from your own number, and your account's keys are stored encrypted.",
  },
  {
    icon: Gauge,
    title: "Rate limiting",
    text: "Texts go out at the pace you set, never faster.",
  },
] as const;

/** The brand's arch with the introduction inside it. */
function SideText() {
  return (
    <aside
      className="mx-auto w-full max-w-95 self-start rounded-xl bg-accent-soft p-4 @3xl:p-6 @3xl:max-w-none @3xl:self-center @3xl:rounded-t-[13rem] @3xl:rounded-b-[28px] @3xl:px-10 @3xl:pt-20 @3xl:pb-10"
      aria-label="What Parlor does"
    >
      <div className="mb-6 grid justify-items-center gap-3 text-center @max-3xl:hidden">
        <BrandMark size={56} />
        <p className="display">
          The front desk,
          <br />
          by text
        </p>
      </div>
      <ul className="grid grid-cols-2 gap-3 @3xl:grid-cols-1 @3xl:gap-5">
        {POINTS.map(({ icon, title, text }) => (
          <li key={title} className="flex items-center gap-3 @3xl:items-start">
            <Glyph icon={icon} />
            <div>
              <h2 className="h3">{title}</h2>
              <p className="sm dim @max-3xl:hidden">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}

interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  tabs: Readonly<Record<Value, { readonly title: string; readonly panel: ReactNode }>>;
}

/**
 * Radix's tabs are 10 KB of gzip on the page that everyone loads first. Arrow keys move and select
 * at once, as the ARIA practices recommend for panels that are cheap to show.
 */
function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, onValueChange, tabs } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const values = Object.keys(tabs) as Value[];

  function press(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && values.at((values.indexOf(value) + step) % values.length);
    if (next) {
      event.preventDefault();
      onValueChange(next);
      list.current?.querySelector<HTMLElement>(`[data-value="${next}"]`)?.focus();
    }
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="seg mb-6 w-full *:flex-1"
        onKeyDown={press}
      >
        {values.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            data-value={one}
            aria-selected={one === value}
            aria-controls={`${id}-panel`}
            tabIndex={one === value ? 0 : -1}
            onClick={() => onValueChange(one)}
          >
            {tabs[one].title}
          </button>
        ))}
      </div>
      <div key={value} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {tabs[value].panel}
      </div>
    </>
  );
}
