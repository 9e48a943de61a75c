import { useQuery } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { CenteredSpinner } from "#ui/shell/layout/centered-spinner.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { type SettingsCards, SettingsForm } from "./settings-form.tsx";

export function SettingsPage(cards: SettingsCards) {
  const query = useQuery(shellSettingsQuery(useApi()));
  return (
    <>
      <Bar title="Settings" />
      {query.data ? (
        <SettingsForm {...cards} settings={query.data} />
      ) : (
        <Page label="Settings">
          {query.error ? (
            <LoadFailed query={query} />
          ) : (
            <CenteredSpinner text="Loading settings..." />
          )}
        </Page>
      )}
    </>
  );
}
