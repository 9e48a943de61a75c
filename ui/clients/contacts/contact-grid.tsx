import Plus from "lucide-react/icons/plus";
import Upload from "lucide-react/icons/upload";
import UsersRound from "lucide-react/icons/users-round";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Cards } from "#ui/kit/cards.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useFirstRows } from "#ui/shell/data/first-rows.ts";
import { type ContactActions, ContactCard } from "./contact-card.tsx";

interface ContactGridProps {
  /** Undefined while the first page loads. */
  contacts: readonly Contact[] | undefined;
  actions: ContactActions;
  /** Undefined outside the selection mode. */
  isChosen: ((id: number) => boolean) | undefined;
  /** Whether a search or filter is active. */
  narrowed: boolean;
  onReset: () => void;
  /** Undefined if the user may not add contacts. */
  onAdd: (() => void) | undefined;
  onImport: (() => void) | undefined;
}

export function ContactGrid(props: ContactGridProps) {
  const { actions, isChosen, narrowed, onReset, onAdd, onImport } = props;
  const contacts = useFirstRows(props.contacts);
  if (contacts === undefined)
    return (
      <Cards busy className="phone:gap-2">
        <SkeletonCards />
      </Cards>
    );
  if (contacts.length > 0)
    return (
      <Cards className="phone:gap-2">
        {contacts.map((contact) => (
          <ContactCard
            key={contact.id}
            contact={contact}
            actions={actions}
            chosen={isChosen?.(contact.id)}
          />
        ))}
      </Cards>
    );
  if (narrowed)
    return (
      <EmptyState title="No contacts found" action={<Button onClick={onReset}>Reset</Button>}>
        No contact matches the search and filters.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={UsersRound}
      title="No contacts yet"
      action={
        <div className="flex items-center gap-2 min-w-0 flex-wrap mt-3.5 justify-center">
          {onImport && (
            <Button icon={Upload} onClick={onImport}>
              Import Clients
            </Button>
          )}
          {onAdd && (
            <Button icon={Plus} onClick={onAdd}>
              Add Contact
            </Button>
          )}
        </div>
      }
    >
      Add a client, or bring them all in from a CSV file.
    </EmptyState>
  );
}

const SKELETONS = 12;

function SkeletonCards() {
  return Array.from({ length: SKELETONS }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all the same
    <div key={at} className="card flex min-h-22 items-center gap-3 px-3.5" aria-hidden="true">
      <Skeleton width={40} height={40} round />
      <div className="flex flex-col flex-1 min-w-0 gap-2">
        <Skeleton width="60%" />
        <Skeleton width="45%" />
      </div>
    </div>
  ));
}
