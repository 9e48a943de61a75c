import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import type { MergeValues } from "#src/shared/merge-fields.ts";
import { fillFields, hasFields } from "#src/shared/merge-fields.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, wallTime } from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";

export interface Client extends MergeValues {
  readonly id: number;
}

interface PhonePreviewProps {
  businessName: string;
  message: string;
  client: Client;
  others: readonly Client[];
  onClient: (id: number) => void;
}

export function PhonePreview(props: PhonePreviewProps) {
  const { businessName, message, client, others, onClient } = props;
  const { now, timeZone } = useBusinessTime();
  return (
    <>
      <div className="flex min-h-68 flex-1 rounded-t-[36px] border border-line-2 border-b-0 bg-canvas p-2 pb-0 [mask:linear-gradient(#000_82%,transparent)] phone:min-h-63">
        <div className="flex flex-1 flex-col overflow-hidden rounded-t-[28px] border border-line border-b-0 bg-surface">
          <div className="flex flex-col items-center gap-1 border-line border-b px-3 pt-3 pb-2.5">
            <Avatar id="business" name={businessName.slice(0, 1)} />
            <span className="xs dim">{businessName || "Your business"}</span>
          </div>
          <p className="xs faint px-3 pt-2.5 pb-2 text-center">
            Today {formatClock(wallTime(now, timeZone))}
          </p>
          <p className="mx-3 mt-0.5 max-w-[88%] self-start whitespace-pre-wrap break-words rounded-[18px_18px_18px_5px] bg-trough px-3.25 py-2.25 text-base leading-[19px]">
            {message === "" ? (
              <span className="faint">Your message</span>
            ) : (
              renderFields(message, client)
            )}
          </p>
        </div>
      </div>
      <div className="flex items-center gap-2 min-w-0 -mt-1">
        <span className="sm dim flex-1 min-w-0">As the client will see it</span>
        {others.length > 0 ? (
          <Menu trigger={<SeenAs name={firstNameOf(client)} />}>
            {others.map((other) => (
              <MenuItem key={other.id} onSelect={() => onClient(other.id)}>
                {formatPhone(other.name)}
              </MenuItem>
            ))}
          </Menu>
        ) : (
          <span className="sm dim">{firstNameOf(client)}</span>
        )}
      </div>
    </>
  );
}

function SeenAs({ name, ...trigger }: { name: string }) {
  return (
    <Button {...trigger} variant="quiet" size="tiny" aria-label={`Preview as ${name}`}>
      {name}
      <Icon of={ChevronsUpDown} size="s" />
    </Button>
  );
}

/** Marks filled-in fields, so that one client's name is not mistaken for fixed text. */
function renderFields(message: string, client: Client) {
  return message.split(/(\{[^{}]*\})/).map((part, at) =>
    hasFields(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
      <u key={at} className="border-accent-line border-b-[1.5px] no-underline">
        {fillFields(part, client)}
      </u>
    ) : (
      part
    ),
  );
}

function firstNameOf(client: Client): string {
  return fillFields("{firstName}", client) || "Unknown name";
}
