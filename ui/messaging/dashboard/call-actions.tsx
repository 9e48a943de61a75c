import { useState } from "react";
import type { Waiting } from "#src/messaging/dashboard/contract.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Go } from "./go.tsx";

const RejectDialog = lazyDialog(
  async () => (await import("#ui/calls/booking-requests/reject-dialog.tsx")).RejectDialog,
);

/** Only admins may book or reject what a caller asked for. */
export function CallActions({ item: { id, name, visit } }: { item: Waiting }) {
  const { user } = useCurrentUser();
  const [isRejecting, setRejecting] = useState(false);
  if (user?.role !== "admin")
    return <Go to={`/potential-appointments#request-${id}`}>View Request</Go>;
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setRejecting(true)}>
        Reject
      </Button>
      <Go to={`/potential-appointments?approve=${id}`}>{visit ? "Approve" : "Find a Time"}</Go>
      {isRejecting && <RejectDialog {...{ id, name }} onClose={() => setRejecting(false)} />}
    </>
  );
}
