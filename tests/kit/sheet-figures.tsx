import Megaphone from "lucide-react/icons/megaphone";
import MessageCircle from "lucide-react/icons/message-circle";
import Send from "lucide-react/icons/send";
import UsersRound from "lucide-react/icons/users-round";
import { Avatar } from "#ui/kit/avatar.tsx";
import { type Bar, BarChart } from "#ui/kit/bar-chart.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { Meter } from "#ui/kit/meter.tsx";
import { Stat } from "#ui/kit/stat.tsx";

const SENT = [260, 71, 0, 100, 430, 318, 78, 127, 56, 0, 487, 169, 78, 325];

const BARS: Bar[] = SENT.map((value, at) => ({
  tick: String(at + 7),
  value,
  failed: value > 90,
  current: at === SENT.length - 1,
}));

export function SheetFigures() {
  return (
    <>
      <div className="col-span-full grid grid-cols-4 gap-3 @max-[820px]/page:grid-cols-2">
        <Stat icon={Megaphone} label="Total Campaigns" figure={48} note="3 this month" />
        <Stat icon={Send} label="Messages Sent" figure={31906} note="1,204 this week" />
        <Stat icon={UsersRound} label="Contacts" figure={0} note="0 this week" />
        <Stat icon={MessageCircle} label="Active Chats" figure={undefined} />
      </div>
      <Card>
        <CardHead title="Texts Sent" />
        <CardBody>
          <BarChart label="Texts sent per day, November 7 to 20: 2,499 sent" bars={BARS} />
        </CardBody>
      </Card>
      <Card>
        <CardHead title="Marks" />
        <CardBody className="grid gap-4">
          <Meter label="64% sent" percent={64} tone="busy" />
          <Meter label="9% failed" percent={9} tone="bad" />
          <div className="flex items-center gap-2 min-w-0">
            <Avatar id={1} name="Odalys Quintero" />
            <Avatar id={2} name="Maya" />
            <Avatar id={3} name="(737) 555-0190" />
            <Avatar id={4} name="Jean de la Cruz" size="m" />
            <Avatar id={5} name="Ímani Okafor" size="xl" />
            <Glyph icon={Megaphone} tone="accent" />
            <Glyph icon={Megaphone} />
          </div>
        </CardBody>
      </Card>
    </>
  );
}
