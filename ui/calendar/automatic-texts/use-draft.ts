import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AutomaticText } from "#src/calendar/automatic-texts/contract.ts";
import { fieldErrorsOf } from "#ui/api.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { refresh } from "#ui/shell/data/read.ts";
import { useWas } from "#ui/shell/form/was.ts";
import { loadSettings } from "#ui/shell/settings-contract.ts";

export type SettingValue = string | number | boolean;
type Values = Readonly<Record<string, SettingValue>>;
/** By the service's id; null for never. */
export type Weeks = Readonly<Record<number, number | null>>;

/** What was changed of a text's settings and of the weeks between visits, until it is saved. */
export function useDraft(text: AutomaticText) {
  const client = useQueryClient();
  const [changed, setChanged] = useState<Values>({});
  const [weeks, setChangedWeeks] = useState<Weeks>({});
  // Grows where the wording is replaced by something else than typing.
  const [version, setVersion] = useState(0);
  const isDirty = Object.keys(changed).length + Object.keys(weeks).length > 0;
  const { wasOf, onError, onSaved } = useWas(text.settings, !isDirty);

  const saveSettings = useAct(async () => (await loadSettings()).save, {
    onDone: (_, { body }) => {
      onSaved({ ...text.settings, ...changed }, body);
      saveWeeks();
    },
    errors(error) {
      onError(error);
      return Object.keys(fieldErrorsOf(error)).length > 0 ? "inline" : "Changes not saved";
    },
  });
  const saveService = useAct(
    async () => (await import("#src/calendar/services/contract.ts")).services.change,
    { errors: "Weeks not saved" },
  );

  /** One service after the other, the last of which ends the save. */
  function saveWeeks([first, ...rest] = Object.entries(weeks)) {
    if (!first) return void finish();
    const [id, returnWeeks] = first;
    saveService.run(
      { params: { id }, body: { returnWeeks } },
      {
        done: rest.length === 0 ? "Changes saved" : undefined,
        onDone: () => saveWeeks(rest),
      },
    );
  }

  async function finish() {
    await refresh(client, "settings", "services");
    setChanged({});
    setChangedWeeks({});
  }

  return {
    values: { ...text.settings, ...changed } as Values,
    weeks,
    version,
    isDirty,
    isSaving: saveSettings.isPending || saveService.isPending,
    errors: saveSettings.fieldErrors as Readonly<Record<string, string | undefined>>,
    setValue(name: string, value: SettingValue) {
      setChanged(({ [name]: _, ...rest }) =>
        value === text.settings[name] ? rest : { ...rest, [name]: value },
      );
    },
    /** Sets a wording that was not typed. */
    replace(name: string, value: string) {
      setChanged((before) => ({ ...before, [name]: value }));
      setVersion((number) => number + 1);
    },
    setWeeks(id: number, value: number | null, saved: number | null) {
      setChangedWeeks(({ [id]: _, ...rest }) =>
        value === saved ? rest : { ...rest, [id]: value },
      );
    },
    discard() {
      setChanged({});
      setChangedWeeks({});
      setVersion((number) => number + 1);
      saveSettings.reset();
    },
    save() {
      if (Object.keys(changed).length === 0) return saveWeeks();
      saveSettings.run(
        { body: { ...changed, was: wasOf(changed) } },
        { done: Object.keys(weeks).length === 0 ? "Changes saved" : undefined },
      );
    },
  };
}
