import { useQueryClient } from "@tanstack/react-query";
import Pause from "lucide-react/icons/pause";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { loadSettings } from "#ui/shell/settings-contract.ts";

export function SendingPaused({ reason }: { reason: string }) {
  const api = useApi();
  const client = useQueryClient();
  const resume = useAct(async () => (await loadSettings()).resumeSending, {
    done: "Sending resumed",
    onDone: (next) => client.setQueryData(shellSettingsQuery(api).queryKey, next),
  });

  return (
    <Note tone="bad" icon={Pause} role="status" className="mx-4 mt-3 items-center">
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <span className="flex-1 min-w-0 basis-60">Sending paused: {reason}</span>
        <Button size="tiny" busy={resume.isPending && "Resuming..."} onClick={() => resume.run()}>
          Resume
        </Button>
      </div>
    </Note>
  );
}
