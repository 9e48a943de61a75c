import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { showNotLoaded } from "#ui/kit/lazy-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { useLinkToken } from "./link-token.ts";
import { LoginForm } from "./login-form.tsx";
import { registrationQuery } from "./queries.ts";
import { RegisterForm } from "./register-form.tsx";
import { SideText } from "./side-text.tsx";
import { Tabs } from "./tabs.tsx";

// Needed only where two-step sign-in is required and not set up yet.
const requiredSetUp = lazy(async () => (await import("./required-set-up.tsx")).RequiredSetUp);

export function AuthScreen() {
  const link = useLinkToken();
  const { user } = useCurrentUser();
  const toasts = useToasts();
  const RequiredSetUp = useLazy(user?.needsSecondFactor === true, requiredSetUp, () =>
    showNotLoaded(toasts),
  );

  return (
    <div className="@container flex flex-1 flex-col">
      <div className="mx-auto grid w-full max-w-225 flex-1 items-center gap-10 px-4 pt-8 pb-16 @3xl:grid-cols-[minmax(0,1fr)_26rem] @3xl:gap-20">
        <div className="mx-auto w-full max-w-95 self-end @3xl:self-center">
          <h1 className="display mb-5">{titleFor(user !== null, link !== undefined)}</h1>
          {user ? RequiredSetUp && <RequiredSetUp /> : <Forms link={link} />}
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

function Forms({ link }: { link: ReturnType<typeof useLinkToken> }) {
  const { data: registration } = useQuery(registrationQuery(useApi()));
  const [tab, setTab] = useState<"login" | "register">(link ? "register" : "login");
  if (registration?.open === false && !link)
    return (
      <>
        <LoginForm />
        <p className="hint mt-4 text-center">
          New here? Ask your salon's administrator for an invitation.
        </p>
      </>
    );
  return (
    <Tabs
      label="Sign in or register"
      value={tab}
      onValueChange={setTab}
      tabs={{
        login: { title: "Login", panel: <LoginForm /> },
        register: {
          title: "Register",
          panel: <RegisterForm link={link} onDone={() => setTab("login")} />,
        },
      }}
    />
  );
}
