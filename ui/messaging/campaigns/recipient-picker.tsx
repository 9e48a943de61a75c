import Search from "lucide-react/icons/search";
import Tag from "lucide-react/icons/tag";
import X from "lucide-react/icons/x";
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from "react";
import { formatCount, formatNumber } from "#src/shared/format-count.ts";
import { errorMessage } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { leftOutHref } from "./queries.ts";
import { RecipientRow, RecipientRowSkeletons } from "./recipient-row.tsx";
import type { Recipients } from "./recipients.ts";

const TOOLS = "flex h-10 flex-none items-center gap-2 border-line border-b px-3 max-[860px]:h-11";
/** At least four rows under its two heads; the column scrolls when notices need the room. */
const BOX =
  "flex flex-[1_0_226px] flex-col overflow-hidden rounded-lg border border-line-2 has-[[type=search]:focus-visible]:border-focus has-[[type=search]:focus-visible]:shadow-[0_0_0_3px_var(--ring)] max-[860px]:flex-none";
const NEAR_END_PX = 400;

export function RecipientPicker({ recipients }: { recipients: Recipients }) {
  const { rows, valid } = recipients;
  const label = useId();
  const search = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState<number>();
  const first = rows?.find(recipients.canReceive)?.id;
  const stop = rows?.some(({ id }) => id === active) ? active : first;

  return (
    <div className="field min-w-0 flex-[1_0_auto] max-[860px]:flex-none">
      <div className="flex items-center gap-2 min-w-0 h-5 flex-none">
        <span className="label" id={label}>
          Recipients
        </span>
        <span className="ml-auto xs dim num" aria-live="polite">
          {formatNumber(recipients.count)} of {formatNumber(valid ?? 0)} selected
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex column in every browser */}
      <div role="group" aria-labelledby={label} className={BOX}>
        <div className={TOOLS}>
          <Icon of={Search} />
          <input
            ref={search}
            className="sm h-9.5 min-w-0 flex-1 bg-transparent outline-none max-[860px]:text-lead [&::-webkit-search-cancel-button]:hidden"
            type="search"
            placeholder="Search name or phone"
            aria-label="Search recipients"
            value={recipients.search}
            onChange={(event) => recipients.setSearch(event.currentTarget.value)}
            // Enter searches here and must not submit the campaign.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
          {recipients.search !== "" && (
            <IconButton
              icon={X}
              label="Clear search"
              size="tiny"
              onClick={() => {
                recipients.setSearch("");
                search.current?.focus();
              }}
            />
          )}
          <TagChip recipients={recipients} />
        </div>
        <SelectAll recipients={recipients} />
        <ul
          aria-label="Contacts"
          aria-busy={rows === undefined}
          className="min-h-0 flex-1 overflow-auto max-[860px]:max-h-50 phone:max-h-55"
          onKeyDown={moveWithArrows}
          onScroll={({ currentTarget: list }) => {
            if (list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX)
              recipients.loadMore();
          }}
        >
          {rows?.map((contact) => (
            <RecipientRow
              key={contact.id}
              contact={contact}
              valid={recipients.canReceive(contact)}
              checked={recipients.isChosen(contact)}
              disabled={recipients.choosing}
              stop={contact.id === stop}
              onToggle={recipients.toggle}
              onFocus={setActive}
            />
          ))}
          {rows === undefined && !recipients.error && <RecipientRowSkeletons />}
          <NoRows recipients={recipients} />
        </ul>
      </div>
      <LeftOut recipients={recipients} />
    </div>
  );
}

/** How many listed clients the campaign leaves out, and why. An administrator can include those who wrote or called. */
function LeftOut({ recipients }: { recipients: Recipients }) {
  const { bases, tag, includeAsked, setIncludeAsked } = recipients;
  const { user } = useCurrentUser();
  if (!bases || bases.asked + bases.none === 0) return null;
  const asked = includeAsked ? 0 : bases.asked;
  const left = asked + bases.none;
  const ofThem = asked > 0 && bases.none > 0 && `, though ${formatNumber(asked)} texted or called`;
  return (
    <div className="mt-2 grid flex-none gap-1.5">
      {left > 0 && (
        <p className="xs dim num">
          {formatCount(left, "client is", "clients are")} left out because they never agreed to
          offers{ofThem}.{" "}
          <a
            href={leftOutHref(tag?.id)}
            className="link underline"
            target="_blank"
            rel="noreferrer"
          >
            See them
          </a>
        </p>
      )}
      {user?.role === "admin" && bases.asked > 0 && (
        <div>
          <Switch
            checked={includeAsked}
            onChange={({ currentTarget }) => setIncludeAsked(currentTarget.checked)}
            aria-describedby="asked-hint"
          >
            <span className="sm">
              Include {formatCount(bases.asked, "client")} who texted or called
            </span>
          </Switch>
          <p id="asked-hint" className={classes("hint ml-10", includeAsked && "wait")}>
            The law requires their consent to offers first, and they may complain.
          </p>
        </div>
      )}
    </div>
  );
}

function SelectAll({ recipients }: { recipients: Recipients }) {
  const { everyone, narrowed, total, textable, tag, choosing } = recipients;
  const unable = (total ?? 0) - (textable ?? 0);
  const isCountKnown = !narrowed && total !== undefined && textable !== undefined;
  return (
    <div className={`${TOOLS} sm bg-hover`}>
      <Checkbox
        checked={everyone === "all"}
        mixed={everyone === "some"}
        disabled={choosing || recipients.rows?.length === 0}
        onChange={recipients.toggleEveryone}
      >
        <span className="ml-0.5 font-label">
          {choosing ? "Selecting..." : narrowed ? "Select all found" : "Select all"}
        </span>
      </Checkbox>
      <span className="ml-auto xs faint num clip">
        {isCountKnown &&
          [
            tag ? `${formatNumber(total)} tagged` : formatCount(total, "contact"),
            unable > 0 && `${formatNumber(unable)} cannot receive texts`,
          ]
            .filter(Boolean)
            .join(", ")}
      </span>
    </div>
  );
}

function NoRows({ recipients: { rows, error, narrowed, tag } }: { recipients: Recipients }) {
  const message = error
    ? errorMessage(error)
    : rows?.length === 0 && (narrowed || tag ? "No contacts found" : "No contacts yet");
  return message ? <li className="sm dim px-3 py-6 text-center">{message}</li> : null;
}

/** The list is a single Tab stop; arrows, Home and End move within it. */
function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const boxes = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>("input:not([disabled])"),
  ];
  const at = boxes.indexOf(event.target as HTMLInputElement);
  const next = {
    ArrowDown: boxes[at + 1],
    ArrowUp: boxes[at - 1],
    Home: boxes[0],
    End: boxes.at(-1),
  }[event.key];
  if (next) {
    event.preventDefault();
    next.focus();
  }
}

/** The tag whose clients are listed, or a menu to choose one; hidden without tags. */
function TagChip({ recipients }: { recipients: Recipients }) {
  const { tags, tag, setTag, chooseTag } = recipients;
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
    <Menu trigger={<TagButton />} search={{ count: tags.length, of: "tags" }}>
      {tags.map(({ id, name, reachableCount }) => (
        <MenuItem key={id} words={name} onSelect={() => chooseTag(id)}>
          <span className="clip flex-1 min-w-0">{name}</span>
          <span className="num faint">{formatNumber(reachableCount)}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

function TagButton(trigger: ComponentProps<"button">) {
  return (
    <button
      {...trigger}
      type="button"
      className="chip flex-none max-[860px]:h-8! max-[860px]:after:-inset-y-1.5!"
    >
      <Icon of={Tag} size="s" />
      Tag
    </button>
  );
}
