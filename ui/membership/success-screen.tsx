import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { SUCCESS_CLEAR_MS } from "#src/shared/constants.ts";
import { useCall } from "#ui/api.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { PublicPage } from "#ui/public/public-page.tsx";
import { loadMembers } from "./queries.ts";

const AGAIN_MS = 2_000;
const TRIES = 5;

export function SuccessScreen() {
  const call = useCall();
  const [params] = useSearchParams();
  // Kept, because the address loses it.
  const [sessionId] = useState(params.get("session_id"));
  useClearedQuery();
  // What was paid is there before anybody signs in, whether or not a webhook has come.
  useQuery({
    queryKey: ["member", "checkout", sessionId],
    queryFn: async () =>
      call((await loadMembers()).members.settle, { body: { sessionId: sessionId ?? "" } }),
    enabled: sessionId !== null,
    refetchInterval: ({ state }) =>
      state.data?.ready || state.dataUpdateCount >= TRIES || state.status === "error"
        ? false
        : AGAIN_MS,
  });

  return (
    <PublicPage title="Welcome!" lede="Thank you for joining. Your membership begins today." short>
      <div className="grid gap-2">
        <h2 className="pub-title">Your membership is active</h2>
        <p className="dim">
          In the member portal you can look at your agreement, change your card, or cancel. You sign
          in with a code that we text to your phone.
        </p>
      </div>
      <div className="grid gap-3">
        <Link
          href="/membership/login"
          className={buttonClass({ variant: "primary", size: "big", fill: true })}
        >
          Member Portal
        </Link>
        <a href="/" className={buttonClass({ size: "big", fill: true })}>
          Go Home
        </a>
      </div>
    </PublicPage>
  );
}

/** A page that is reloaded or shared names no checkout. */
function useClearedQuery(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const timer = setTimeout(
      () => navigate("/membership/success", { replace: true }),
      SUCCESS_CLEAR_MS,
    );
    return () => clearTimeout(timer);
  }, [navigate]);
}
