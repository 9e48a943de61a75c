import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { CodeForm } from "#ui/billing/client-pages/code-form.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { removeReads } from "#ui/shell/data/read.ts";
import { loadFinancing } from "./queries.ts";

export function LoginScreen() {
  const toasts = useToasts();
  const client = useQueryClient();
  const [, navigate] = useLocation();

  return (
    <PublicPage
      title="Client Login"
      intro="See your payments and your agreement. Sign in with the phone number that you signed up with."
      short
    >
      <h2 className="pub-title">Your phone number</h2>
      <CodeForm
        verify="Verify & Login"
        sendCode={async () => (await loadFinancing()).financingApi.sendVerification}
        verifyCode={async () => (await loadFinancing()).financingApi.verifyLogin}
        onVerified={() => {
          removeReads(client, "/api/financing/");
          toasts.show({ title: "Phone Verified" });
          navigate("/financing/portal");
        }}
      />
    </PublicPage>
  );
}
