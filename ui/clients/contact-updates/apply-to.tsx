import { useQuery } from "@tanstack/react-query";
import BellOff from "lucide-react/icons/bell-off";
import Phone from "lucide-react/icons/phone";
import UserRoundPlus from "lucide-react/icons/user-round-plus";
import { type ReactNode, useState } from "react";
import {
  type ContactUpdate,
  contactUpdates,
  type ListedUpdate,
} from "#src/clients/contact-updates/contract.ts";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { contactSearchQuery } from "#ui/shell/data/contact-search.ts";
import { useDebounced } from "#ui/shell/data/debounce.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Becomes, newNameOf } from "./becomes.tsx";
import { suggestionsQuery } from "./queries.ts";

const SHOWN = 20;

interface ApplyToProps {
  request: ListedUpdate;
  onDone: () => void;
  /** Other buttons, in the row of Add as New Client. */
  children: ReactNode;
}

/** Chooses the contact: first those with the number or name, then search results. */
export function ApplyTo({ request, onDone, children }: ApplyToProps) {
  const api = useApi();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<Applicable>();
  const q = useDebounced(text.trim());
  const suggested = useQuery(suggestionsQuery(api, request.id));
  const found = useQuery({ ...contactSearchQuery(api, q, SHOWN), enabled: q !== "" });
  const searching = text.trim() !== "";
  const { data, error } = searching ? found : suggested;
  const matches: readonly Applicable[] | undefined = searching
    ? found.data?.contacts
    : suggested.data;

  return (
    <>
      <h3 className="h3 mt-6">
        {request.contact ? "Is this the contact?" : "Which contact is this?"}
      </h3>
      <p className="sm dim mb-3">
        The contact you choose gets this name and number. No text is sent.
      </p>
      <SearchInput
        label="Search contacts"
        placeholder="Search contacts by name or phone"
        value={text}
        onValueChange={setText}
      />
      <h3 className="eyebrow mt-5 mb-1.5 empty:m-0" aria-live="polite">
        {matches?.length !== 0 && (searching ? "Contacts found" : "Suggested matches")}
      </h3>
      {error && !data ? (
        <LoadFailed query={searching ? found : suggested} />
      ) : !matches ? (
        <p aria-busy="true">
          <Skeleton height={56} />
        </p>
      ) : matches.length === 0 ? (
        <p className="dim py-3 text-base" role="status">
          {searching ? "No contacts found" : "No contact has this number or name."}
        </p>
      ) : (
        <ul className="card overflow-hidden">
          {matches.map((contact, at) => (
            <ContactChoice
              key={contact.id}
              contact={contact}
              request={request}
              isFirst={at === 0}
              onChoose={() => setChosen(contact)}
            />
          ))}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap items-center justify-end gap-2 phone:[&>button]:flex-1">
        {children}
        <AddClient request={request} isLikely={suggested.data?.length === 0} onDone={onDone} />
      </div>
      {chosen && (
        <ApproveDialog
          request={request}
          contact={chosen}
          onClose={() => setChosen(undefined)}
          onDone={onDone}
        />
      )}
    </>
  );
}

interface AddClientProps {
  request: ContactUpdate;
  /** No contact has the number or the name. */
  isLikely: boolean;
  onDone: () => void;
}

/** For a person who isn't a contact yet. */
function AddClient({ request, isLikely, onDone }: AddClientProps) {
  const { user } = useCurrentUser();
  const name = newNameOf(request);
  const adding = useAct(contactUpdates.approve, {
    done: { title: "Client added", description: `${name}, ${formatPhone(request.phoneNumber)}` },
    onDone,
  });
  if (!user || !mayOpen(user, "/contacts")) return null;
  return (
    <Button
      variant={isLikely ? "primary" : "secondary"}
      icon={UserRoundPlus}
      busy={adding.isPending && "Adding..."}
      onClick={() => adding.run({ params: { id: request.id }, body: { contactId: null } })}
    >
      Add as New Client
    </Button>
  );
}

interface ApproveDialogProps {
  request: ContactUpdate;
  contact: Applicable;
  onClose: () => void;
  onDone: () => void;
}

function ApproveDialog({ request, contact, onClose, onDone }: ApproveDialogProps) {
  const name = newNameOf(request);
  const phone = formatPhone(request.phoneNumber);

  return (
    <ActDialog
      act={contactUpdates.approve}
      input={{ params: { id: request.id }, body: { contactId: contact.id } }}
      done={{ title: "Contact updated", description: `${name}, ${phone}` }}
      onDone={onDone}
      busy="Updating..."
      onClose={onClose}
      harmless
      title="Update This Contact?"
      description={
        <>
          <Change what="Name" from={formatPhone(contact.name)} to={name} />
          <Change what="Phone" from={formatPhone(contact.phoneNumber)} to={phone} />
          {contact.optedOut && (
            <span className="mt-2 block">
              This contact has opted out. The new number keeps its own opt-in or opt-out.
            </span>
          )}
        </>
      }
      action="Update Contact"
    />
  );
}

function Change({ what, from, to }: { what: string; from: string; to: string }) {
  return (
    <span className="mt-1 grid grid-cols-[3.5rem_minmax(0,1fr)] gap-2">
      <span className="faint">{what}</span>
      {from === to ? (
        <span className="num">
          {to} <span className="faint">(stays)</span>
        </span>
      ) : (
        <span className="num">
          <s className="faint">{from}</s> <span className="sr">becomes</span>{" "}
          <span className="font-label text-ink">{to}</span>
        </span>
      )}
    </span>
  );
}

type Applicable = Pick<Contact, "id" | "name" | "phoneNumber" | "optedOut">;

interface ContactChoiceProps {
  contact: Applicable;
  request: ContactUpdate;
  /** The likeliest contact has the primary button. */
  isFirst: boolean;
  onChoose: () => void;
}

function ContactChoice({ contact, request, isFirst, onChoose }: ContactChoiceProps) {
  return (
    <li className="border-line border-t first:border-t-0">
      <button
        type="button"
        className="flex min-h-14 w-full flex-wrap items-center justify-end gap-x-3 gap-y-2 px-4 py-2.5 text-left -outline-offset-2 hover:bg-hover phone:px-3"
        onClick={onChoose}
      >
        <Avatar id={contact.id} name={contact.name} />
        <span className="min-w-0 flex-[1_0_200px]">
          <Becomes
            className="h3"
            from={formatPhone(contact.name)}
            to={formatPhone(newNameOf(request))}
          />
          <Becomes
            className="sm dim num"
            from={formatPhone(contact.phoneNumber)}
            to={formatPhone(request.phoneNumber)}
          />
        </span>
        <span className="flex flex-none flex-wrap justify-end gap-1.5 phone:flex-col">
          {contact.phoneNumber === request.phoneNumber && (
            <LookBadge look={["good", Phone, "Same Phone"]} />
          )}
          {contact.optedOut && <LookBadge look={["off", BellOff, "Opted Out"]} />}
        </span>
        <span className={buttonClass({ variant: isFirst ? "primary" : "secondary" })}>Update</span>
      </button>
    </li>
  );
}
