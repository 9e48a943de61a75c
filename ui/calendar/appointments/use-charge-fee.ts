import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { UNDO_MS } from "#src/shared/constants.ts";
import { type Api, useApi } from "#ui/api.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { type Toasts, useToasts } from "#ui/kit/toasts.tsx";
import { showError } from "#ui/shell/data/error-toast.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { refresh } from "#ui/shell/data/read.ts";

/** So long after the fee left its outcome is known. */
const ANSWERED_MS = 6_000;

interface Context {
  readonly api: Api;
  readonly client: QueryClient;
  readonly toasts: Toasts;
}

export function useChargeFee(): (id: number, amount: string) => Promise<void> {
  const context = { api: useApi(), client: useQueryClient(), toasts: useToasts() };
  return (id, amount) => chargeFee(context, id, amount);
}

/** Charges a visit's fee, with ten seconds for Undo, and says so if the card is declined then. */
export function chargeFee(
  { api, client, toasts }: Context,
  id: number,
  amount: string,
): Promise<void> {
  const { currency = "USD" } = client.getQueryData(shellSettingsQuery(api).queryKey) ?? {};
  const load = async () => (await import("#src/calendar/visit-payments/contract.ts")).visitFees;

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      showError(toasts, error);
    }
    await refresh(client, "appointments", "payments");
  }

  async function reportRefusal(paymentId: number): Promise<void> {
    const { payments } = await import("#src/billing/payments/contract.ts");
    const { status } = await api(payments.one, { params: { id: paymentId } });
    if (status === "canceled")
      toasts.error("The card was declined", "The client gets a payment link for the fee instead.");
    await refresh(client, "appointments", "payments");
  }

  return attempt(async () => {
    const { charge, undo } = await load();
    const { paymentId } = await api(charge, { params: { id }, body: { amount } });
    const reports = setTimeout(
      () => void reportRefusal(paymentId).catch(() => undefined),
      UNDO_MS + ANSWERED_MS,
    );
    toasts.show({
      title: `Charging the ${formatAmount(amount, currency)} fee`,
      description: "The card is charged in 10 seconds.",
      atLeastMs: UNDO_MS,
      undo: () => {
        clearTimeout(reports);
        void attempt(async () => {
          await api(undo, { params: { id } });
          toasts.show({ title: "Fee not charged" });
        });
      },
    });
  });
}
