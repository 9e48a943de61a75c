import { owedRefunds } from "#src/billing/owed-refunds/contract.ts";
import { payments } from "#src/billing/payments/contract.ts";
import type { Api } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";
import type { PaymentFor } from "#ui/ui-state.ts";

export function billQuery(api: Api, of: PaymentFor) {
  return read(api, payments.bill, { query: of });
}

export function paymentQuery(api: Api, id: number) {
  return read(api, payments.one, { params: { id } });
}

export function owedRefundsQuery(api: Api) {
  return read(api, owedRefunds.list);
}
