import { useMutation, useQueryClient } from "@tanstack/react-query";
import Pause from "lucide-react/icons/pause";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { loadSettings } from "#ui/shell/settings-contract.ts";

export function SendingPaused({ reason }: { reason: string }) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const resume = useMutation({
    mutationFn: async () => api((await loadSettings()).resumeSending),
    onSuccess(next) {
      client.setQueryData(shellSettingsQuery(api).queryKey, next);
      toasts.show({ title: "Sending resumed" });
    },
    onError: (error) => tellError(toasts, error),
  });

  return (
    <Note tone="bad" icon={Pause} role="status" className="mx-4 mt-3 items-center">
      <div className="row wrap">
        <span className="grow basis-60">Sending paused: {reason}</span>
        <Button
          size="tiny"
          busy={resume.isPending && "Resuming..."}
          onClick={() => resume.mutate()}
        >
          Resume
        </Button>
      </div>
    </Note>
  );
}
