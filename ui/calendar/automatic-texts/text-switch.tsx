import { useQueryClient } from "@tanstack/react-query";
import type { AutomaticText } from "#src/calendar/automatic-texts/contract.ts";
import {
  type AutomaticTextId,
  findAutomaticText,
} from "#src/calendar/automatic-texts/texts-contract.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Switch } from "#ui/kit/switch.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { refresh } from "#ui/shell/data/read.ts";
import { loadSettings } from "#ui/shell/settings-contract.ts";

export function TextSwitch({ text }: { text: AutomaticText }) {
  const { user } = useCurrentUser();
  const client = useQueryClient();
  const save = useAct(async () => (await loadSettings()).save, {
    done: (_, { body }) => ({
      title: Object.values(body).includes(true) ? `${text.title} is on` : `${text.title} is off`,
    }),
    onDone: () => void refresh(client, "settings"),
    errors: `${text.title} wasn't changed`,
  });
  const name = nameOf(text.id);
  return (
    <Switch
      aria-label={text.title}
      checked={save.isPending ? !text.enabled : text.enabled}
      disabled={user?.role !== "admin"}
      onChange={() => {
        if (!save.isPending) save.run({ body: { [name]: !text.enabled } });
      }}
    />
  );
}

function nameOf(id: AutomaticTextId): string {
  return findAutomaticText(id)?.enabled ?? "";
}
