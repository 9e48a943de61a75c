import type { Settings } from "#src/settings/contract.ts";
import { Card } from "#ui/kit/card.tsx";
import { ReadyRing } from "./ready-ring.tsx";
import { SendingPaused } from "./sending-paused.tsx";
import { TwilioRow } from "./twilio-row.tsx";
import { isTwilioSetUp } from "./twilio-state.ts";

export function ConnectionsCard({ settings }: { settings: Settings }) {
  const ready = settings.simulatedCarrier || isTwilioSetUp(settings) ? 1 : 0;
  return (
    <Card id="connections" className="scroll-mt-6" aria-label="Connections">
      <div className="head min-h-16 pr-4">
        <div className="grow">
          <h2 className="h2">Connections</h2>
          <p className="sm dim">
            {ready} of 1 ready. {wordsFor(settings, ready)}
          </p>
        </div>
        <ReadyRing ready={ready} of={1} />
      </div>
      {settings.sendingPaused && <SendingPaused reason={settings.sendingPaused} />}
      <TwilioRow settings={settings} />
    </Card>
  );
}

function wordsFor({ simulatedCarrier, sendingPaused }: Settings, ready: number): string {
  if (simulatedCarrier) return "Texts are simulated.";
  if (ready === 0) return "Connect Twilio to send and receive texts.";
  return sendingPaused ? "Sending has stopped itself." : "Texts work today.";
}
