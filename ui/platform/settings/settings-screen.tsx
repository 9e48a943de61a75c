import { useQuery } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import { errorMessage, useApi } from "#ui/api.ts";
import { Note } from "#ui/kit/notice.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { SettingsForm } from "./settings-form.tsx";

export function SettingsScreen() {
  const { data: settings, error } = useQuery(shellSettingsQuery(useApi()));
  return (
    <>
      <Bar title="Settings" />
      <Page label="Settings">
        {settings && <SettingsForm settings={settings} />}
        {!settings && error && (
          <Note tone="bad" icon={CircleAlert}>
            {errorMessage(error)}
          </Note>
        )}
        {!settings && !error && (
          <p className="dim" role="status">
            Loading settings...
          </p>
        )}
      </Page>
    </>
  );
}
