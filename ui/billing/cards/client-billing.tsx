import { useQuery } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import { useState } from "react";
import { type Api, useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { readLater } from "#ui/shell/data/read.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatDay, wallTime } from "#ui/shell/format/dates.ts";
import { loadCards } from "./card-queries.ts";
import { formatExpiry } from "./format-expiry.ts";

const RemoveDialog = lazyDialog(
  async () => (await import("./remove-card-dialog.tsx")).RemoveCardDialog,
);

export function clientCardQuery(api: Api, id: number) {
  return readLater(
    { path: "/api/contacts/:id/card", reads: ["contacts"] },
    async () => api((await loadCards()).one, { params: { id } }),
    { id },
  );
}

/** The card that a client keeps on file, or the way to ask for one. */
export function ClientCard({ contactId: id, canText }: { contactId: number; canText: boolean }) {
  const { data } = useQuery(clientCardQuery(useApi(), id));
  const { timeZone } = useBusinessTime();
  const formatDate = (moment: string) => formatDay(wallTime(moment, timeZone));
  const [asks, setAsks] = useState(false);
  const ask = useAct(async () => (await loadCards()).request, {
    done: "Link texted",
    errors: "Couldn't text the link",
  });
  if (!data) return null;
  const { card, request } = data;
  return (
    <Card aria-label="Card on File">
      <CardHead title="Card on File">
        {canText && (
          <Button
            variant="quiet"
            busy={ask.isPending && "Texting..."}
            onClick={() => ask.run({ params: { id } })}
          >
            {request ? "Text Link Again" : card ? "Ask for Another" : "Ask for a Card"}
          </Button>
        )}
      </CardHead>
      <div className="line-row">
        <Icon of={CreditCard} />
        {card ? (
          <>
            <div className="flex-1 min-w-0">
              <p className="h3 num">
                {card.brand} ending in {card.last4}
              </p>
              <p className="sm dim num">
                {formatExpiry(card)}, policy agreed {formatDate(card.addedAt)}
              </p>
            </div>
            <Button variant="quiet" size="tiny" onClick={() => setAsks(true)}>
              Remove
            </Button>
          </>
        ) : (
          <p className="dim flex-1 min-w-0">
            {request
              ? `Link texted ${formatDate(request.sentAt)}. It works until ${formatDate(request.expiresAt)}.`
              : "No card on file."}
          </p>
        )}
      </div>
      {asks && <RemoveDialog id={id} onClose={() => setAsks(false)} />}
    </Card>
  );
}
