import { useInfiniteQuery } from "@tanstack/react-query";
import Gem from "lucide-react/icons/gem";
import Plus from "lucide-react/icons/plus";
import { type ComponentType, useState } from "react";
import { type Membership, memberships } from "#src/billing/memberships/contract.ts";
import { useApi } from "#ui/api.ts";
import { StripeMissing } from "#ui/billing/parts/stripe-missing.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Cards } from "#ui/kit/cards.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { useAllPages } from "#ui/shell/data/all-pages.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { type MembershipAction, MembershipCard } from "./membership-card.tsx";
import { membershipsQuery } from "./queries.ts";

interface ActionDialogProps {
  membership: Membership;
  onClose: () => void;
}

// Their code is loaded when they open.
const MembershipDialog = lazyDialog(
  async () => (await import("./membership-dialog.tsx")).MembershipDialog,
);
const InviteDialog = lazyDialog(
  async () => (await import("#ui/billing/parts/invite-dialog.tsx")).InviteDialog,
);

const DIALOGS: Readonly<
  Record<MembershipAction, ComponentType<ActionDialogProps & { draft?: string | undefined }>>
> = {
  edit: (props) => <MembershipDialog {...props} />,
  invite: ({ membership: { id, name }, onClose }) => (
    <InviteDialog
      act={memberships.sendInvite}
      id={id}
      description={`We'll text a link to join ${name}.`}
      onClose={onClose}
    />
  ),
  reject: ({ membership: { id, name }, onClose }) => (
    <ActDialog
      act={memberships.reject}
      input={{ params: { id } }}
      done="Membership rejected"
      busy="Rejecting..."
      onClose={onClose}
      title="Reject Membership"
      description={`You won't be able to offer "${name}" to clients. Its creator can submit another one.`}
      action="Reject"
    />
  ),
  remove: ({ membership: { id, name }, onClose }) => (
    <ActDialog
      act={memberships.remove}
      input={{ params: { id } }}
      done="Membership deleted"
      busy="Deleting..."
      onClose={onClose}
      title="Delete Membership"
      description={`Are you sure you want to delete "${name}"? Its sign-up link will stop working. Signed agreements stay on record.`}
      action="Delete"
    />
  ),
};

export function MembershipsScreen() {
  const list = useInfiniteQuery(membershipsQuery(useApi()));
  const { rows: all } = useAllPages(list);
  const { error } = list;
  const [opened, setOpened] = useState<{
    membership: Membership;
    action: MembershipAction;
    /** An agreement that was drafted and not yet saved. */
    draft?: string;
  }>();
  const [isCreating, setCreating] = useState(false);
  const Dialog = opened && DIALOGS[opened.action];
  const draft = useAct(memberships.generateAgreement, {
    done: {
      title: "AI agreement generated successfully",
      description: "Read it before you save.",
    },
  });

  function writeDraft(membership: Membership) {
    draft.run(
      { params: { id: membership.id } },
      {
        onDone: ({ agreementText }) =>
          setOpened({ membership, action: "edit", draft: agreementText }),
      },
    );
  }

  return (
    <>
      <Bar title="Memberships" meta={all?.length}>
        <BarAction icon={Plus} variant="primary" onClick={() => setCreating(true)}>
          Create Membership
        </BarAction>
      </Bar>
      <Page label="Memberships">
        <StripeMissing />
        {error && !all ? (
          <LoadFailed query={list} />
        ) : all?.length === 0 ? (
          <EmptyState
            icon={Gem}
            title="No memberships yet"
            action={
              <Button icon={Plus} onClick={() => setCreating(true)}>
                Create Membership
              </Button>
            }
          >
            Clients join through a link and pay every week, month or year.
          </EmptyState>
        ) : (
          <Cards busy={!all} className="[--card:300px]">
            {all?.map((membership) => (
              <MembershipCard
                key={membership.id}
                membership={membership}
                drafting={draft.isPending && draft.variables?.params.id === membership.id}
                onGenerate={() => writeDraft(membership)}
                onAction={(action) => setOpened({ membership, action })}
              />
            )) ?? <SkeletonCards />}
          </Cards>
        )}
      </Page>
      {isCreating && <MembershipDialog membership={undefined} onClose={() => setCreating(false)} />}
      {opened && Dialog && (
        <Dialog
          membership={opened.membership}
          draft={opened.draft}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function SkeletonCards() {
  return ["a", "b", "c"].map((key) => (
    <div key={key} className="card grid min-h-44 content-start gap-3 p-4" aria-hidden="true">
      <Skeleton width="50%" height={16} />
      <Skeleton width="90%" />
      <Skeleton width="40%" height={24} />
    </div>
  ));
}
