import { services } from "#src/calendar/services/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { ChooseFile } from "#ui/kit/choose-file.tsx";
import { base64Of } from "#ui/platform/settings/base64.ts";
import { useAct } from "#ui/shell/data/act.ts";

const SHOWN_ERRORS = 8;

/** Reads a price list from another program. */
export function ImportServices() {
  const upload = useAct(services.importCsv, {
    done: ({ imported }) => `${formatCount(imported, "service")} imported`,
    errors: "Couldn't import the services",
  });
  const { reply } = upload;
  return (
    <Card id="import-services" aria-label="Import Services">
      <CardHead title="Import Services" />
      <CardBody className="grid gap-3">
        <p className="sm dim">
          A .csv file with the columns Name and Duration, and optionally Category, Cleanup, Price,
          Deposit and Online booking. Existing services won't change.
        </p>
        <div>
          <ChooseFile
            onChoose={async (file) => upload.run({ body: { file: await base64Of(file) } })}
          >
            Choose CSV File
          </ChooseFile>
        </div>
        {reply && (
          <div className="sm num" role="status">
            {formatCount(reply.imported, "service")} added of {reply.total}.
            <ul>
              {reply.errors.slice(0, SHOWN_ERRORS).map(({ row, reason }) => (
                <li key={row}>
                  Row {row}: {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
      </CardBody>
    </Card>
  );
}
