import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { SUCCESS_CLEAR_MS } from "#src/shared/constants.ts";
import { useCall } from "#ui/api.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { businessQuery } from "#ui/public/business-query.ts";
import { PublicPage } from "#ui/public/public-page.tsx";
import { loadFinancing } from "./queries.ts";

const AGAIN_MS = 2_000;
const TRIES = 5;

export function SuccessScreen() {
  const call = useCall();
  const [params] = useSearchParams();
  // Kept, because the address loses it.
  const [sessionId] = useState(params.get("session_id"));
  const { data: business } = useQuery(businessQuery(call));
  useClearedQuery();
  // What was paid is there before anybody signs in, whether or not a webhook has come.
  useQuery({
    queryKey: ["financing", "checkout", sessionId],
    queryFn: async () =>
      call((await loadFinancing()).financingApi.confirm, { body: { sessionId: sessionId ?? "" } }),
    enabled: sessionId !== null,
    refetchInterval: ({ state }) =>
      state.data?.status !== "open" || state.dataUpdateCount >= TRIES ? false : AGAIN_MS,
  });
  const help = [business?.phone, business?.email].filter(Boolean).join(" or ");

  return (
    <PublicPage
      title="Payment Plan Activated!"
      lede="Thank you. Your first payment was received, and your plan has begun."
      short
    >
      <section className="grid gap-2" aria-labelledby="next-title">
        <h2 className="pub-title" id="next-title">
          What happens next
        </h2>
        <ul className="dim grid list-disc gap-1.5 pl-5">
          <li>The other payments are taken from your card by themselves, each on its date.</li>
          <li>If a payment fails, we text you how to update your card before it is tried again.</li>
          <li>You can see your payments and your signed agreement at any time.</li>
        </ul>
      </section>
      {help && (
        <section className="grid gap-1" aria-labelledby="help-title">
          <h2 className="pub-title" id="help-title">
            Need help?
          </h2>
          <p className="dim num wrap-anywhere">Reach us at {help}.</p>
        </section>
      )}
      <div className="grid gap-3">
        <Link
          href="/financing/login"
          className={buttonClass({ variant: "primary", size: "big", fill: true })}
        >
          See my payments
        </Link>
        <a href="/" className={buttonClass({ size: "big", fill: true })}>
          Back to Home
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
      () => navigate("/financing/success", { replace: true }),
      SUCCESS_CLEAR_MS,
    );
    return () => clearTimeout(timer);
  }, [navigate]);
}
