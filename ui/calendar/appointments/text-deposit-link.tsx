import { Button } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";

/** Texts the client the link to their unpaid deposit once more. */
export function TextDepositLink({ id }: { id: number }) {
  const { run, isPending } = useAct(
    async () => (await import("#src/calendar/online-booking/contract.ts")).booking.textDepositLink,
    { done: "Link sent", errors: "Couldn't text the link" },
  );
  return (
    <Button disabled={isPending} onClick={() => run({ params: { id } })}>
      Text Link Again
    </Button>
  );
}
