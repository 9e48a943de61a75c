import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#ui/api.ts";
import { classes } from "#ui/kit/classes.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { CostSummary } from "./cost-summary.tsx";
import { PhonePreview } from "./phone-preview.tsx";
import { previewClient, previewClients } from "./preview-client.ts";
import type { Recipients } from "./recipients.ts";
import { TestText } from "./test-text.tsx";
import type { Wording } from "./wording.ts";

interface ComposerLookProps {
  wording: Wording;
  recipients: Recipients;
  /** Undefined for a draft: its recipients are picked when it is approved. */
  counted: number | undefined;
}

export function ComposerLook({ wording, recipients, counted }: ComposerLookProps) {
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  const [clientId, setClientId] = useState<number>();
  const offered = previewClients(recipients);
  const client = previewClient(recipients, clientId);

  return (
    <aside
      className={classes(
        "flex flex-col gap-4 overflow-auto border-line border-l bg-sunken px-6 py-5",
        "max-[860px]:border-t max-[860px]:border-l-0 max-[860px]:p-4",
      )}
      aria-label="Preview and cost"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <PhonePreview
        businessName={wording.businessName}
        message={wording.text}
        client={client}
        others={offered}
        onClient={setClientId}
      />
      <TestText message={wording.text} />
      {settings && (
        <CostSummary settings={settings} longest={wording.longest} recipients={counted} />
      )}
    </aside>
  );
}
