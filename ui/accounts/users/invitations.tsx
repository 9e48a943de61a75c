import { useQuery } from "@tanstack/react-query";
import { users } from "#src/accounts/users/contract.ts";
import { GRANTABLE_PAGES } from "#src/shared/permissions.ts";
import { Moment } from "#ui/accounts/profile/moment.tsx";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { Chip } from "#ui/kit/chip.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { invitationsQuery } from "./queries.ts";

/** Links that are still open; nothing while there are none. */
export function Invitations() {
  const { data: invitations = [] } = useQuery(invitationsQuery(useApi()));
  const withdraw = useAct(users.withdrawInvitation, { done: "Invitation revoked" });
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="invitations">
      <div className="sec">
        <h2 className="h2" id="invitations">
          Open Invitations
        </h2>
        <Chip>{invitations.length}</Chip>
      </div>
      <Card>
        <ul>
          {invitations.map(({ id, role, pages, createdBy, expiresAt }) => (
            <li key={id} className="line-row min-h-[61px]">
              <div className="flex-1 min-w-0 basis-40">
                <div className="h3">{role === "admin" ? "Administrator" : "User"}</div>
                <div className="sm dim wrap-anywhere">
                  {pages === null ? "Needs your approval after registering" : titlesOf(role, pages)}
                  <span className="faint">
                    {" "}
                    · from {createdBy}, expires <Moment iso={expiresAt} />
                  </span>
                </div>
              </div>
              <Button
                variant="quiet-bad"
                size="tiny"
                busy={withdraw.isPending && withdraw.variables?.params.id === id && "Revoking..."}
                onClick={() => withdraw.run({ params: { id } })}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function titlesOf(role: "admin" | "user", pages: readonly string[]): string {
  if (role === "admin") return "every page";
  return GRANTABLE_PAGES.filter(({ path }) => pages.includes(path))
    .map(({ title }) => title)
    .join(", ");
}
