import type { Settings } from "#src/settings/contract.ts";
import { Card } from "#ui/kit/card.tsx";
import { MailRow } from "./mail-row.tsx";
import { ReadyRing } from "./ready-ring.tsx";
import { SendingPaused } from "./sending-paused.tsx";
import { TwilioRow } from "./twilio-row.tsx";
import { isTwilioSetUp } from "./twilio-state.ts";

const CONNECTIONS = 2;

export function ConnectionsCard({ settings }: { settings: Settings }) {
  const texts = settings.simulatedCarrier || isTwilioSetUp(settings);
  const ready = Number(texts) + Number(settings.canMail === true);
  return (
    <Card id="connections" className="scroll-mt-6" aria-label="Connections">
      <div className="head min-h-16 pr-4">
        <div className="grow">
          <h2 className="h2">Connections</h2>
          <p className="sm dim">
            {ready} of {CONNECTIONS} ready. {wordsFor(settings, texts)}
          </p>
        </div>
        <ReadyRing ready={ready} of={CONNECTIONS} />
      </div>
      {settings.sendingPaused && <SendingPaused reason={settings.sendingPaused} />}
      <TwilioRow settings={settings} />
      <MailRow settings={settings} />
    </Card>
  );
}

function wordsFor({ simulatedCarrier, sendingPaused, canMail }: Settings, texts: boolean): string {
  if (simulatedCarrier) return "Texts are simulated.";
  if (!texts) return "Connect Twilio to send and receive texts.";
  if (sendingPaused) return "Sending has stopped itself.";
  return canMail ? "Texts and e-mail work today." : "Texts work today.";
}
