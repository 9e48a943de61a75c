import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { LOGIN_REDIRECT_MS } from "#src/shared/constants.ts";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { type ToastMessage, useToasts } from "#ui/kit/toasts.tsx";
import { removeReads } from "#ui/shell/data/read.ts";
import { CodeForm } from "./code-form.tsx";
import { loadMemberPortal, loadPlanPortal } from "./queries.ts";

export function MemberLogin() {
  return (
    <Login
      title="Member Sign In"
      intro="Sign in with the phone number you joined with. No password to remember."
      verify="Sign In"
      sendCode={async () => (await loadMemberPortal()).requestCode}
      verifyCode={async () => (await loadMemberPortal()).verifyCode}
      readsBelow="/api/membership/"
      toast={{ title: "Phone Verified", description: "Opening your memberships..." }}
      portal="/membership/portal"
      delay={LOGIN_REDIRECT_MS}
    />
  );
}

export function PlanLogin() {
  return (
    <Login
      title="Client Sign In"
      intro="See your payments and agreement. Sign in with the phone number you signed up with."
      verify="Verify & Login"
      sendCode={async () => (await loadPlanPortal()).requestCode}
      verifyCode={async () => (await loadPlanPortal()).verifyCode}
      readsBelow="/api/financing/"
      toast={{ title: "Phone Verified" }}
      portal="/financing/portal"
      delay={0}
    />
  );
}

interface LoginProps
  extends Pick<ComponentProps<typeof CodeForm>, "verify" | "sendCode" | "verifyCode"> {
  title: string;
  intro: string;
  /** The address below which another client, or none, has read data; that data is removed. */
  readsBelow: string;
  toast: ToastMessage;
  portal: string;
  /** Milliseconds for which the toast is shown before the portal; after 0, it is shown there. */
  delay: number;
}

function Login({ title, intro, readsBelow, toast, portal, delay, ...codes }: LoginProps) {
  const toasts = useToasts();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [isIn, setIn] = useState(false);

  useEffect(() => {
    if (!isIn) return;
    const timer = setTimeout(() => {
      if (delay > 0) toasts.dismiss();
      navigate(portal);
    }, delay);
    return () => clearTimeout(timer);
  }, [isIn, navigate, portal, delay, toasts]);

  return (
    <PublicPage title={title} intro={intro} short>
      <CodeForm
        {...codes}
        onVerified={() => {
          removeReads(client, readsBelow);
          toasts.show(toast);
          setIn(true);
        }}
      />
    </PublicPage>
  );
}
