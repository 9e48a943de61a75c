import { useQuery } from "@tanstack/react-query";
import { registration } from "#src/messaging/registration/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { read } from "#ui/shell/data/read.ts";
import { RegistrationDetails } from "./registration-details.tsx";
import { RegistrationSheet } from "./registration-sheet.tsx";
import { RegistrationStatus } from "./registration-status.tsx";

/** The carriers' requirements and decisions. It has its own Save button, outside the settings form. */
export function GetApprovedCard() {
  const { data: approval, error } = useQuery(read(useApi(), registration.read));
  return (
    <SectionCard id="get-approved">
      <div className={`${WIDE} flex min-w-0 flex-col gap-5`}>
        {!approval && !error && <Skeleton width={240} />}
        {!approval && error && <ErrorNote>{errorMessage(error)}</ErrorNote>}
        {approval && (
          <>
            <RegistrationStatus approval={approval} />
            <section>
              <h3 className="h3">Sign-up page for clients</h3>
              <p className="sm dim mb-2">
                Carriers open it before they approve you. Clients reach it by link or by the poster.
              </p>
              <div className="flex items-center gap-2 min-w-0 flex-wrap">
                <a
                  className={buttonClass({})}
                  href={approval.pages.texts}
                  target="_blank"
                  rel="noreferrer"
                >
                  Open Sign-Up Page
                </a>
                <a
                  className={buttonClass({})}
                  href={registration.posterPdf.path}
                  target="_blank"
                  rel="noreferrer"
                >
                  Print QR Poster
                </a>
              </div>
            </section>
            <RegistrationDetails
              key={JSON.stringify(approval.details)}
              details={approval.details}
            />
            <RegistrationSheet sheet={approval.sheet} />
          </>
        )}
      </div>
    </SectionCard>
  );
}
