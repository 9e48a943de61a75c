import { parse } from "papaparse";
import type { StaffClient } from "#tests/support/staff-client.ts";
import type { Finding, Row } from "./finding.ts";
import { readMoney } from "./read-money.ts";
import { readTexts } from "./read-texts.ts";
import { readVisits } from "./read-visits.ts";
import type { Salon } from "./salon.ts";

/** Balances Parlor's exports against the logs of the stand-ins. It knows nothing of what the driver did. */
export async function readBooks(salon: Salon, owner: StaffClient): Promise<Finding[]> {
  const table = async (id: string): Promise<Row[]> => {
    const csv = await owner.text(`/api/exports/${id}`);
    return parse<Row>(csv.replace(/^\uFEFF/, ""), { header: true, skipEmptyLines: true }).data;
  };
  const messages = await table("messages");
  const appointments = await table("appointments");
  const payments = await table("payments");
  const accepted = await salon.twilio.log();
  const received = await salon.twilio.received();
  return [
    ...readTexts({ messages, accepted, received }),
    ...readMoney(payments, await salon.stripe.money()),
    ...readVisits(appointments, accepted),
    {
      what: "requests and replies outside the contracts",
      outside: 0,
      parlor: 0,
      differences: [
        ...(await salon.twilio.counts()).unexpected,
        ...(await salon.twilio.counts()).bugs,
        ...(await salon.stripe.wrong()),
        ...(await salon.google.wrong()),
      ],
    },
  ];
}
