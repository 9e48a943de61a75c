import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { deliverability } from "#src/messaging/deliverability/contract.ts";
import { useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { scanWords } from "./scan-format.ts";
import { scanQuery } from "./scan-query.ts";

/** The scan of what became of texts, by hand; afterwards the campaigns, as the specification has it. */
export function useScan() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const scan = useMutation({
    mutationFn: () => api(deliverability.scan),
    onSuccess(result) {
      toasts.show({ title: "Deliverability check complete", description: scanWords(result) });
      // It can take minutes: whoever has gone elsewhere meanwhile is left there.
      if (location.pathname === "/settings") navigate("/campaigns");
    },
    onError: (error) => tellError(toasts, error, { title: "Failed to check deliverability" }),
    onSettled: () => client.invalidateQueries(scanQuery(api)),
  });
  return { run: () => scan.mutate(), running: scan.isPending };
}
