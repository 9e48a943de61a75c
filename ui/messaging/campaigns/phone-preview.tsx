import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { formatPhone } from "#src/shared/format-phone.ts";
import type { MergeValues } from "#src/shared/merge-fields.ts";
import { fillFields } from "#src/shared/merge-fields.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, wallTime } from "#ui/shell/format/dates.ts";
import { FilledMessage, PhoneFrame } from "./phone-frame.tsx";

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
      <PhoneFrame
        businessName={businessName}
        when={`Today ${formatClock(wallTime(now, timeZone))}`}
      >
        {message === "" ? (
          <span className="faint">Your message</span>
        ) : (
          <FilledMessage message={message} client={client} />
        )}
      </PhoneFrame>
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

function firstNameOf(client: Client): string {
  return fillFields("{firstName}", client) || "Unknown name";
}
