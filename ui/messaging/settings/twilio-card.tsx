import ChevronRight from "lucide-react/icons/chevron-right";
import { useState } from "react";
import type { Settings } from "#src/platform/settings/contract.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { ConnectionBadge } from "#ui/platform/settings/connection-badge.tsx";
import { ConnectionTest } from "#ui/platform/settings/connection-test.tsx";
import { TWILIO } from "#ui/platform/settings/connections.ts";
import { SecretSetting } from "#ui/platform/settings/secret-setting.tsx";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { TextField } from "#ui/platform/settings/text-field.tsx";

// Lazy, because few users read it.
const steps = lazy(async () => (await import("./registration-steps.tsx")).RegistrationSteps);

export function TwilioCard({ settings }: { settings: Settings }) {
  return (
    <SectionCard id="twilio" trailing={<ConnectionBadge connection={TWILIO} settings={settings} />}>
      <TextField
        name="twilioAccountSid"
        label="Account SID"
        className="num"
        placeholder="AC…"
        spellCheck={false}
      />
      <SecretSetting name="twilioAuthToken" label="Auth token" settings={settings} />
      <TextField
        name="twilioPhoneNumber"
        label="Phone number"
        type="tel"
        placeholder="+1"
        hint="The number your texts come from."
      />
      <TextField
        name="twilioMessagingServiceSid"
        label="Messaging Service SID (optional)"
        placeholder="MG…"
        spellCheck={false}
        hint="Only if you registered your number with one."
      />
      <ConnectionTest connection={TWILIO} settings={settings} />
      <Registration />
    </SectionCard>
  );
}

/** What US carriers require before they deliver texts. */
function Registration() {
  const [open, setOpen] = useState(false);
  const Steps = useLazy(open, steps);
  return (
    <details
      className={`${WIDE} group border-line border-t pt-3`}
      // It may have been opened before the page was live.
      ref={(details) => {
        if (details?.open) setOpen(true);
      }}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex items-center gap-2 min-w-0 -mx-2 cursor-pointer list-none rounded-sm p-2 hover:bg-hover">
        <Icon of={ChevronRight} className="group-open:rotate-90" />
        <span className="flex-1 min-w-0">
          <span className="h3 block">Register your number so your texts arrive in the US</span>
          <span className="sm dim block">
            10DLC or toll-free verification: what it is, what it costs, and how to get through.
          </span>
        </span>
      </summary>
      {Steps ? <Steps /> : open && <p className="dim p-2">Loading...</p>}
    </details>
  );
}
