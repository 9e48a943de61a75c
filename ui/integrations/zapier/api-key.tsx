import { useQuery, useQueryClient } from "@tanstack/react-query";
import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import { webhooks } from "#src/integrations/zapier/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { CopyInput } from "#ui/platform/settings/copy-field.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { asksForPassword, useConfirmPassword } from "#ui/shell/data/confirm-password.ts";
import { apiKeyQuery } from "./webhook-queries.ts";

export function ApiKey() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const confirmPassword = useConfirmPassword();
  const { data, error, refetch } = useQuery(apiKeyQuery(api));
  const generate = useAct(webhooks.generateKey, {
    done: "API key generated",
    onDone(made) {
      client.setQueryData(apiKeyQuery(api).queryKey, made);
      setAsking(false);
    },
    errors() {
      setAsking(false);
      toasts.show({ title: "Failed to generate API key", kind: "destructive" });
      return "inline";
    },
  });

  async function show() {
    if (await confirmPassword()) await refetch();
  }

  if (asksForPassword(error) && !data)
    return (
      <Button icon={KeyRound} onClick={() => void show()}>
        Show API Key
      </Button>
    );
  if (error && !data) return <ErrorNote>{errorMessage(error)}</ErrorNote>;
  if (!data?.apiKey)
    return (
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <p className="sm dim flex-1 min-w-0 basis-70">
          Lets Zapier and other programs add contacts and appointments here. Anyone with the key can
          do that as you.
        </p>
        <Button
          icon={KeyRound}
          disabled={!data}
          busy={generate.isPending && "Generating..."}
          onClick={() => generate.run()}
        >
          Generate API Key
        </Button>
      </div>
    );

  return (
    <div>
      <Field label="API key" hint="Send it with every request as api_key. Keep it private.">
        <CopyInput value={data.apiKey} label="Copy the API key" spellCheck={false} />
      </Field>
      <Button className="mt-3" onClick={() => setAsking(true)}>
        Regenerate API Key
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Regenerate API Key"
        description="Your current key will stop working right away. Programs that use it will need the new one."
        action="Regenerate"
        busy={generate.isPending && "Generating..."}
        onConfirm={() => generate.run()}
      />
    </div>
  );
}
