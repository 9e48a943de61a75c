import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { SUCCESS_CLEAR_MS } from "#src/shared/constants.ts";

const AGAIN_MS = 2_000;
const TRIES = 5;

interface PaidCheckout<Answer> {
  /** For the page that Stripe redirects the client to. */
  path: string;
  confirm: (sessionId: string) => Promise<Answer>;
  isOpen: (answer: Answer) => boolean;
}

/**
 * Records the payment before sign-in, whether or not the webhook has arrived. A page that is
 * reloaded or shared has no checkout in its address.
 */
export function usePaidCheckout<Answer>({ path, confirm, isOpen }: PaidCheckout<Answer>): void {
  const [params] = useSearchParams();
  // Stored, because it is removed from the address.
  const [sessionId] = useState(params.get("session_id"));
  const [, navigate] = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => navigate(path, { replace: true }), SUCCESS_CLEAR_MS);
    return () => clearTimeout(timer);
  }, [navigate, path]);
  useQuery({
    queryKey: ["checkout", sessionId],
    queryFn: () => confirm(sessionId ?? ""),
    enabled: sessionId !== null,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data !== undefined && isOpen(data) && dataUpdateCount < TRIES && AGAIN_MS,
  });
}
