import { useQuery } from "@tanstack/react-query";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import ShieldCheck from "lucide-react/icons/shield-check";
import { type ReactNode, useState } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { clients } from "#src/clients/profile/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { useApi } from "#ui/api.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { PickContact } from "#ui/clients/parts/pick-contact.tsx";
import { Avatar } from "#ui/kit/avatar.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { totalsQuery } from "./client-queries.ts";
import { useUndoMerge } from "./undo-merge.ts";

interface MergeDialogProps {
  contact: Contact;
  /** Null to search for the other contact first. */
  suggested: Contact | null;
  onClose: () => void;
}

/** Makes another contact part of this one: which one, then what to keep. */
export function MergeDialog({ contact, suggested, onClose }: MergeDialogProps) {
  const [other, setOther] = useState(suggested);
  return other ? (
    <CompareDialog contact={contact} other={other} onClose={onClose} />
  ) : (
    <ChooseDialog contact={contact} onChoose={setOther} onClose={onClose} />
  );
}

interface ChooseDialogProps {
  contact: Contact;
  onChoose: (other: Contact) => void;
  onClose: () => void;
}

function ChooseDialog({ contact, onChoose, onClose }: ChooseDialogProps) {
  const [chosen, setChosen] = useState<Contact>();
  const [error, setError] = useState("");

  function submit() {
    if (!chosen) setError("Choose a client first.");
    else onChoose(chosen);
  }

  return (
    <FormDialog
      title="Merge With…"
      description={`Find the other contact of ${formatPhone(contact.name)}.`}
      action="Continue"
      busy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      {error && <ErrorNote role="alert">{error}</ErrorNote>}
      <PickContact chosen={chosen} onChoose={setChosen} except={contact.id} allowsOptedOut />
    </FormDialog>
  );
}

interface CompareDialogProps {
  contact: Contact;
  other: Contact;
  onClose: () => void;
}

/** 0: this client's; 1: the other client's. */
type Side = 0 | 1;

function CompareDialog({ contact, other, onClose }: CompareDialogProps) {
  const both = [contact, other] as const;
  const [sides, setSides] = useState<{ name: Side; phoneNumber: Side; email: Side }>({
    name: contact.name === contact.phoneNumber ? 1 : 0,
    phoneNumber: 0,
    email: contact.email ? 0 : 1,
  });
  const undo = useUndoMerge();
  const merge = useAct(clients.merge, {
    done: ({ id }) => ({
      title: "Clients merged",
      undo: () => undo.run({ params: { id } }),
    }),
    onDone: onClose,
    errors: "inline",
  });
  const dropped = both[sides.phoneNumber === 0 ? 1 : 0];
  const choice = (field: keyof typeof sides) => ({
    chosen: sides[field],
    onChoose: (side: Side) => setSides({ ...sides, [field]: side }),
  });

  return (
    <FormDialog
      title="Merge Clients"
      description="We'll combine the visits, payments, texts and notes of both. Choose what to keep."
      size="wide"
      action="Merge Clients"
      busy={merge.isPending && "Merging..."}
      onSubmit={() =>
        merge.run({
          params: { id: contact.id },
          body: {
            otherId: other.id,
            name: both[sides.name].name,
            phoneNumber: both[sides.phoneNumber].phoneNumber,
            email: both[sides.email].email,
          },
        })
      }
      onClose={onClose}
    >
      {merge.errorMessage && <ErrorNote role="alert">{merge.errorMessage}</ErrorNote>}
      <div className="grid grid-cols-2 gap-2">
        {(["This client", "Other client"] as const).map((label, at) => (
          <div key={label} className="flex min-w-0 items-start gap-3 px-3 phone:px-0">
            <Avatar id={both[at === 0 ? 0 : 1].id} name={both[at === 0 ? 0 : 1].name} />
            <div className="min-w-0 flex-1">
              <p className="h3 clip">{label}</p>
              <ClientTotals
                id={both[at === 0 ? 0 : 1].id}
                // The other client is gone as soon as they are merged, which may be before the reply.
                isKept={at === 0 || !merge.isPending}
              />
            </div>
          </div>
        ))}
      </div>
      {contact.name !== other.name && (
        <Pair label="Name" values={both.map(({ name }) => formatPhone(name))} {...choice("name")} />
      )}
      <Pair
        label="Number"
        values={both.map(({ phoneNumber }) => formatPhone(phoneNumber))}
        {...choice("phoneNumber")}
      />
      {(contact.email ?? "") !== (other.email ?? "") && (
        <Pair
          label="Email"
          values={both.map(({ email }) => email || "None")}
          {...choice("email")}
        />
      )}
      <div className="grid gap-2.5">
        <Consequence icon={ShieldCheck}>
          {contact.optedOut || other.optedOut
            ? "One of the two opted out, so this client stays opted out of texts."
            : "The stricter answer about texts counts. Offers go only to a number that agreed to them."}
        </Consequence>
        <Consequence icon={RotateCcw}>
          Texts and calls from {formatPhone(dropped.phoneNumber)} still reach this client. You can
          undo the merge for a day.
        </Consequence>
      </div>
    </FormDialog>
  );
}

/** What there is of a client, without what this user may not see. */
function ClientTotals({ id, isKept }: { id: number; isKept: boolean }) {
  const { data } = useQuery({ ...totalsQuery(useApi(), id), enabled: isKept });
  const currency = useCurrency();
  if (!data) return null;
  const { visits, texts, memberships, paymentPlans, paid, lastTextAt } = data;
  const money = paid !== null && `${formatAmount(paid, currency)} paid`;
  const contracts = [
    memberships && formatCount(memberships, "membership"),
    paymentPlans && formatCount(paymentPlans, "payment plan"),
  ];
  const list = (parts: readonly (string | number | false | null)[]) =>
    parts.filter(Boolean).join(", ");
  return (
    <div className="sm dim num">
      <p>{list([formatCount(visits, "visit"), money])}</p>
      <p>
        {list([...contracts, formatCount(texts, "text")])}
        {lastTextAt && (
          <>
            {", last "}
            <RelativeTime iso={lastTextAt} inline />
          </>
        )}
      </p>
    </div>
  );
}

interface PairProps {
  label: string;
  /** This client's, then the other's. */
  values: readonly string[];
  chosen: Side;
  onChoose: (side: Side) => void;
}

function Pair({ label, values, chosen, onChoose }: PairProps) {
  return (
    <fieldset>
      <legend className="sm dim mb-1">{label}</legend>
      <div className="grid grid-cols-2 gap-2">
        {values.map((value, at) => (
          <label
            // biome-ignore lint/suspicious/noArrayIndexKey: both values may be the same
            key={at}
            className="flex min-h-12 min-w-0 cursor-pointer items-center gap-3 rounded-md px-3 py-2 hover:bg-hover has-checked:bg-(--accent-soft) has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={label}
              className="check"
              checked={chosen === at}
              onChange={() => onChoose(at === 0 ? 0 : 1)}
            />
            <span className="num min-w-0 wrap-anywhere">{value}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Consequence({ icon, children }: { icon: typeof RotateCcw; children: ReactNode }) {
  return (
    <div className="flex gap-2.5">
      <Icon of={icon} className="faint mt-0.5" />
      <p className="sm flex-1">{children}</p>
    </div>
  );
}
