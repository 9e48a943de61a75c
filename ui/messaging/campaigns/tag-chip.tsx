import Tag from "lucide-react/icons/tag";
import X from "lucide-react/icons/x";
import type { ComponentProps } from "react";
import { Icon } from "#ui/kit/icon.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import type { Recipients } from "./recipients.ts";

/** The active tag filter, or a menu to choose one; hidden without tags. */
export function TagChip({ recipients }: { recipients: Recipients }) {
  const { tags, tag, setTag } = recipients;
  if (tag)
    return (
      <button
        type="button"
        className="chip max-w-40 flex-none"
        aria-label={`Remove ${tag.name}`}
        onClick={() => setTag(undefined)}
      >
        <Icon of={Tag} size="s" />
        <span className="clip">{tag.name}</span>
        <Icon of={X} size="s" />
      </button>
    );
  if (tags.length === 0) return null;
  return (
    <Menu trigger={<TagButton />}>
      {tags.map(({ id, name, reachableCount }) => (
        <MenuItem key={id} onSelect={() => setTag(id)}>
          <span className="clip flex-1 min-w-0">{name}</span>
          <span className="num faint">{reachableCount.toLocaleString("en-US")}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

function TagButton(trigger: ComponentProps<"button">) {
  return (
    <button {...trigger} type="button" className="chip flex-none">
      <Icon of={Tag} size="s" />
      Tag
    </button>
  );
}
