import { useSignals } from "@preact/signals-react/runtime";
import { useQueryClient } from "@tanstack/react-query";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useState } from "react";
import { auth, type CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { ApiError } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { useUiState } from "#ui/ui-state.ts";
import { Strip } from "./offline-strip.tsx";

/** Shows that the session ended or that Parlor was updated, in one place for all screens. */
export function ConnectionNotice({ user }: { user: CurrentUser }) {
  useSignals();
  const { connection } = useUiState();
  if (connection.value === "updated")
    return (
      <Strip icon={RefreshCw}>
        Parlor was updated. Save what you're writing, then reload.
        <Button size="tiny" className="ml-3" onClick={() => location.reload()}>
          Reload
        </Button>
      </Strip>
    );
  if (connection.value === "signed-out") return <SignInAgain user={user} />;
  return null;
}

/** Signs the same person in over the page, so that a form that is being filled in keeps its text. */
function SignInAgain({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const { connection } = useUiState();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState<string>();
  const login = useAct(auth.login, {
    onDone() {
      connection.value = "online";
      client.invalidateQueries().catch(() => undefined);
    },
    errors(error) {
      if (error instanceof ApiError && error.errors["code"] !== undefined)
        setCode((old) => old ?? "");
      return "inline";
    },
  });
  const isFirstCode = code !== undefined && login.variables?.body.code === undefined;

  return (
    <FormDialog
      title="Sign in again"
      description="Your session ended. Sign in to pick up where you left off."
      action="Sign in"
      cancel="Leave page"
      busy={login.isPending && "Signing in..."}
      // A full load: nothing of the ended session stays on the page.
      onClose={() => location.assign("/auth")}
      onSubmit={() =>
        login.run({ body: { username: user.username, password, ...(code && { code }) } })
      }
    >
      <Field label="Username">
        <Input value={user.username} readOnly autoComplete="username" />
      </Field>
      <Field label="Password" error={code === undefined ? login.errorMessage : undefined}>
        <Input
          autoFocus
          type="password"
          autoComplete="current-password"
          value={password}
          onValueChange={setPassword}
        />
      </Field>
      {code !== undefined && (
        <Field
          label="Code"
          hint="From your authenticator app, or one of your recovery codes."
          error={isFirstCode ? undefined : login.errorMessage}
        >
          <Input
            autoFocus
            className="num"
            autoComplete="one-time-code"
            value={code}
            onValueChange={setCode}
          />
        </Field>
      )}
    </FormDialog>
  );
}
