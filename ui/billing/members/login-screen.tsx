import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { LOGIN_REDIRECT_MS } from "#src/shared/constants.ts";
import { CodeForm } from "#ui/billing/client-pages/code-form.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { removeReads } from "#ui/shell/data/read.ts";
import { loadMembers } from "./queries.ts";

export function LoginScreen() {
  const toasts = useToasts();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [isIn, setIn] = useState(false);

  useEffect(() => {
    if (!isIn) return;
    const timer = setTimeout(() => navigate("/membership/portal"), LOGIN_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isIn, navigate]);

  return (
    <PublicPage
      title="Member Login"
      intro="Sign in with the phone number that you joined with. No password to remember."
      short
    >
      <h2 className="pub-title">Sign in</h2>
      <CodeForm
        verify="Verify & Login"
        sendCode={async () => (await loadMembers()).members.requestCode}
        verifyCode={async () => (await loadMembers()).members.verifyCode}
        onVerified={() => {
          removeReads(client, "/api/membership/");
          toasts.show({ title: "Phone Verified", description: "Opening your memberships..." });
          setIn(true);
        }}
      />
    </PublicPage>
  );
}
