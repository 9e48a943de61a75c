import type { LucideIcon } from "lucide-react";
import CalendarX2 from "lucide-react/icons/calendar-x-2";
import Check from "lucide-react/icons/check";
import ClockAlert from "lucide-react/icons/clock-alert";
import Sparkles from "lucide-react/icons/sparkles";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Badge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { SkeletonRows, Table } from "#ui/kit/table.tsx";
import type { Tone } from "#ui/kit/tone.ts";

const ROWS: readonly (readonly [string, string, Tone, LucideIcon, string, string, string])[] = [
  ["Grace Lindqvist", "Glow Club", "good", Check, "Active", "$89.00", "Dec 20"],
  ["Joan Whitlock", "Glow Club", "wait", ClockAlert, "Past due", "$89.00", "Nov 16"],
  ["Ruth Abernathy", "Brow Bar", "off", CalendarX2, "Canceling", "$35.00", "Nov 30"],
  ["Odalys Quintero", "Glow Club", "busy", Sparkles, "Trialing", "$89.00", "Dec 2"],
  ["Camille Dupré", "Brow Bar", "off", X, "Canceled", "$35.00", "—"],
];

const SECONDARY = "@max-[560px]/page:hidden";

const COLUMNS = [
  { of: "person" },
  { of: "text", className: SECONDARY },
  { of: "badge" },
  { of: "number" },
  { of: "number", className: SECONDARY },
  { of: "nothing" },
] as const;

export function SheetTable() {
  const [query, setQuery] = useState("");
  const found = ROWS.filter(([name]) => name.toLowerCase().includes(query.toLowerCase()));

  return (
    <Card className="col-span-full min-w-0">
      <CardHead title="Table">
        <SearchInput
          label="Search"
          className="mr-3 w-55 [&>.input]:h-8"
          value={query}
          onValueChange={setQuery}
        />
      </CardHead>
      <Table label="Subscriptions">
        <thead>
          <tr>
            <th scope="col">Client</th>
            <th scope="col" className={SECONDARY}>
              Membership
            </th>
            <th scope="col">Status</th>
            <th scope="col" className="r">
              Price
            </th>
            <th scope="col" className={`r ${SECONDARY}`}>
              Renews
            </th>
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {found.map((row) => (
            <Row key={row[0]} row={row} />
          ))}
          <SkeletonRows rows={1} columns={COLUMNS} />
        </tbody>
      </Table>
    </Card>
  );
}

function Row({ row: [name, plan, tone, icon, word, price, renews] }: { row: (typeof ROWS)[0] }) {
  return (
    <tr>
      <td>
        <div className="flex items-center min-w-0 gap-2.5">
          <Avatar id={name} name={name} size="s" />
          <span className="font-label">{name}</span>
        </div>
      </td>
      <td className={`dim ${SECONDARY}`}>{plan}</td>
      <td>
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      </td>
      <td className="r num">{price}</td>
      <td className={`r num dim ${SECONDARY}`}>{renews}</td>
      <td className="r">
        <Button variant="quiet" size="tiny" aria-label={`View ${name}`}>
          View
        </Button>
      </td>
    </tr>
  );
}
