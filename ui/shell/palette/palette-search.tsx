import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { useId, useState } from "react";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Kbd } from "#ui/kit/kbd.tsx";
import { useCombobox } from "#ui/kit/use-combobox.ts";
import { type Command, useCommands } from "./palette-commands.ts";
import { PaletteList } from "./palette-list.tsx";

/** A combobox: the focus stays in the field, the arrow keys move the choice in the list below. */
export function PaletteSearch({ user, onDone }: { user: CurrentUser; onDone: () => void }) {
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
          className="h-13 min-w-0 flex-1 bg-transparent text-h2 outline-none phone:text-h1"
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
        commands={commands}
        chosen={chosen}
        onChoose={(command) => point(commands.indexOf(command))}
        onRun={run}
      />
    </>
  );
}
