import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Plan, paymentPlans } from "#src/billing/payment-plans/contract.ts";
import { useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { plansQuery } from "./queries.ts";

/** Has the agreement written; somebody should read it before a client does. */
export function useDraft(onDrafted: (plan: Plan) => void) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (plan: Plan) => api(paymentPlans.generateAgreement, { params: { id: plan.id } }),
    onSuccess({ agreementText }, plan) {
      toasts.show({ title: "AI agreement generated successfully" });
      onDrafted({ ...plan, agreementText });
      return client.invalidateQueries(plansQuery(api));
    },
    onError: (error) => tellError(toasts, error),
  });
}
