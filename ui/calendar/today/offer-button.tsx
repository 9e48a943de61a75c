import { useState } from "react";
import { formatPhone } from "#src/shared/format-phone.ts";
import { Button } from "#ui/kit/button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import type { OfferDialogProps } from "./offer-dialog.tsx";

const OfferDialog = lazyDialog(async () => (await import("./offer-dialog.tsx")).OfferDialog);

interface OfferButtonProps extends Omit<OfferDialogProps, "onClose"> {
  size?: "tiny";
}

/** Offers a free time of today to the client on the waitlist who is next for it. */
export function OfferButton({ size, ...offer }: OfferButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        size={size}
        aria-label={`Offer Time: ${formatPhone(offer.fits.clientName)}`}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        Offer Time
      </Button>
      {isAsking && <OfferDialog {...offer} onClose={() => setAsking(false)} />}
    </>
  );
}
