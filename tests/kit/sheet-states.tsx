import ClockAlert from "lucide-react/icons/clock-alert";
import Gem from "lucide-react/icons/gem";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { Badge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { type Status, StatusBadge } from "#ui/kit/status-badge.tsx";

const BEFORE: Status[] = [
  "draft",
  "sending",
  "completed",
  "failed",
  "stopped",
  "scheduled",
  "delivered",
  "undeliverable",
  "opted-out",
];

export function SheetStates() {
  return (
    <>
      <Card>
        <CardHead title="Buttons" />
        <CardBody className="flex flex-wrap items-center gap-2.5">
          <Button variant="primary" icon={Plus}>
            Primary
          </Button>
          <Button>Secondary</Button>
          <Button variant="quiet">Quiet</Button>
          <Button variant="danger" icon={Trash2}>
            Delete
          </Button>
          <Button variant="quiet-bad">Remove</Button>
          <Button disabled>Disabled</Button>
          <Button variant="primary" busy="Saving..." />
          <Button className="outline-2 outline-offset-2 outline-focus">Focused</Button>
        </CardBody>
      </Card>
      <Card>
        <CardHead title="Statuses" />
        <CardBody className="flex flex-wrap items-center gap-2.5">
          {BEFORE.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
          <Badge tone="wait" icon={ClockAlert}>
            Past due
          </Badge>
          <StatusBadge status="unknown" />
          <Badge tone="accent" icon={Gem}>
            Glow Club
          </Badge>
        </CardBody>
      </Card>
    </>
  );
}
