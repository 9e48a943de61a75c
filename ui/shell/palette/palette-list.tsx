import { Icon } from "#ui/kit/icon.tsx";
import { Kbd } from "#ui/kit/kbd.tsx";
import { ListOption } from "#ui/kit/list-option.tsx";
import type { Command } from "./palette-commands.ts";

interface PaletteListProps {
  /** Prefix of the elements' ids, which the field refers to. */
  id: string;
  commands: readonly Command[];
  chosen: Command | undefined;
  onChoose: (command: Command) => void;
  onRun: (command: Command) => void;
}

export function PaletteList({ id, commands, chosen, onChoose, onRun }: PaletteListProps) {
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
                className="min-h-9 text-sm aria-selected:[&_.kbd]:text-ink-2 phone:min-h-11"
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
      <p role="status" className="dim px-4 py-6 text-center text-sm empty:hidden">
        {commands.length === 0 && "No results"}
      </p>
    </>
  );
}
