import Gauge from "lucide-react/icons/gauge";
import Megaphone from "lucide-react/icons/megaphone";
import MessagesSquare from "lucide-react/icons/messages-square";
import ShieldCheck from "lucide-react/icons/shield-check";
import { Glyph } from "#ui/kit/glyph.tsx";
import { BrandMark } from "#ui/shell/layout/brand-mark.tsx";

const POINTS = [
  {
    icon: Megaphone,
    title: "Campaign management",
    text: "Write one text, have it approved, and reach every client who wants to hear from you.",
  },
  {
    icon: MessagesSquare,
    title: "Two-way messaging",
    text: "Clients reply, and every message lands in one inbox.",
  },
  {
    icon: ShieldCheck,
    title: "Secure integration",
    text: "Texts go through your own Twilio account, and its keys are stored encrypted.",
  },
  {
    icon: Gauge,
    title: "Rate limiting",
    text: "Texts go out at the pace you set, never faster.",
  },
] as const;

/** The brand's arch with the introduction inside it. */
export function SideText() {
  return (
    <aside
      className="mx-auto w-full max-w-95 self-start rounded-xl bg-accent-soft p-6 @3xl:max-w-none @3xl:self-center @3xl:rounded-t-[13rem] @3xl:rounded-b-[28px] @3xl:px-10 @3xl:pt-20 @3xl:pb-10"
      aria-label="What Parlor does"
    >
      <div className="mb-6 grid justify-items-center gap-3 text-center @max-3xl:hidden">
        <BrandMark size={56} />
        <p className="display">
          The front desk,
          <br />
          by text
        </p>
      </div>
      <ul className="grid gap-5">
        {POINTS.map(({ icon, title, text }) => (
          <li key={title} className="flex gap-3">
            <Glyph icon={icon} />
            <div>
              <h2 className="h3">{title}</h2>
              <p className="sm dim">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}
