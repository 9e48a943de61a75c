import { useSignals } from "@preact/signals-react/runtime";
import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { useId, useState } from "react";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Kbd } from "#ui/kit/kbd.tsx";
import { ListOption } from "#ui/kit/list-option.tsx";
import { useCombobox } from "#ui/kit/use-combobox.ts";
import { PlainDialog } from "#ui/shell/layout/plain-dialog.tsx";
import { useUiState } from "#ui/ui-state.ts";
import { type Command, useCommands } from "./palette-commands.ts";

/** Ctrl or Cmd K: go anywhere, do the frequent things, find a client. */
export function Palette({ user }: { user: CurrentUser }) {
  useSignals();
  const { paletteOpen } = useUiState();
  const set = (open: boolean) => {
    paletteOpen.value = open;
  };
  return (
    <PlainDialog
      open={paletteOpen.value}
      onOpenChange={set}
      title="Command palette"
      // On phones it fills the screen, so that the field stays in its place while the list changes.
      className="dialog mt-[10vh] max-w-140 self-start phone:mt-0 phone:h-dvh phone:max-h-none! phone:rounded-none!"
    >
      <PaletteSearch user={user} onDone={() => set(false)} />
    </PlainDialog>
  );
}

/** A combobox: the focus stays in the field, the arrow keys move the choice in the list below. */
function PaletteSearch({ user, onDone }: { user: CurrentUser; onDone: () => void }) {
  const id = useId();
  const [query, setQuery] = useState("");
  const commands = useCommands(user, query);
  const { chosen, point, press } = useCombobox(commands, run);

  function run(command: Command) {
    onDone();
    command.run();
  }

  return (
    <>
      <div className="flex flex-none items-center gap-3 border-line border-b px-4">
        <Icon of={Search} className="text-ink-3" />
        <input
          role="combobox"
          className="h-13 min-w-0 flex-1 bg-transparent text-lead outline-none phone:text-lead"
          placeholder="Search or jump to..."
          aria-label="Search screens, actions and contacts"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen.id}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            point(0);
          }}
          onKeyDown={press}
        />
        <span className="touch:hidden">
          <Kbd>Esc</Kbd>
        </span>
        <IconButton
          icon={X}
          label="Close"
          className="-mr-2 hidden touch:inline-flex"
          onClick={onDone}
        />
      </div>
      <PaletteList
        id={id}
        query={query.trim()}
        commands={commands}
        chosen={chosen}
        onChoose={(command) => point(commands.indexOf(command))}
        onRun={run}
      />
    </>
  );
}

interface PaletteListProps {
  /** Prefix of the elements' ids, which the field refers to. */
  id: string;
  query: string;
  commands: readonly Command[];
  chosen: Command | undefined;
  onChoose: (command: Command) => void;
  onRun: (command: Command) => void;
}

function PaletteList({ id, query, commands, chosen, onChoose, onRun }: PaletteListProps) {
  const groups = Map.groupBy(commands, ({ group }) => group);
  return (
    <>
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label="Commands"
        className="max-h-[min(30rem,60vh)] overflow-auto p-2 empty:hidden phone:max-h-none"
      >
        {[...groups].map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={group} role="group" aria-label={group}>
            <p className="eyebrow px-2 pt-2 pb-1" aria-hidden="true">
              {group}
            </p>
            {members.map((command) => (
              <ListOption
                key={command.id}
                id={`${id}-${command.id}`}
                chosen={command === chosen}
                className="min-h-9 text-base aria-selected:[&_.kbd]:text-ink-2 phone:min-h-11"
                onPoint={() => onChoose(command)}
                onChoose={() => onRun(command)}
              >
                <Icon of={command.icon} className="text-ink-3" />
                <span className="clip">{command.title}</span>
                {command.detail && <span className="dim num clip">{command.detail}</span>}
                {command.keys && (
                  <span className="ml-auto touch:hidden">
                    <Kbd>{command.keys}</Kbd>
                  </span>
                )}
              </ListOption>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="dim px-4 py-6 text-center text-base empty:hidden">
        {commands.length === 0
          ? "No results"
          : query !== "" &&
            commands.every(({ id }) => id === "search") &&
            "No clients, screens or settings found"}
      </p>
    </>
  );
}
