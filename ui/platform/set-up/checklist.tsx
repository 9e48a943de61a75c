import Check from "lucide-react/icons/check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import Ellipsis from "lucide-react/icons/ellipsis";
import EyeOff from "lucide-react/icons/eye-off";
import FlaskConical from "lucide-react/icons/flask-conical";
import SkipForward from "lucide-react/icons/skip-forward";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Link } from "wouter";
import { LookBadge, type StatusLook } from "#ui/kit/badge.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Card } from "#ui/kit/card.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Glyph } from "#ui/kit/glyph.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { Meter } from "#ui/kit/meter.tsx";
import type { Step, StepState } from "./steps.ts";

interface ChecklistProps {
  steps: readonly Step[];
  onHide: () => void;
  /** Undefined when there is nothing to skip. */
  onSkipServices: (() => void) | undefined;
}

/** What a new salon sets up. The first open step has the screen's primary button. */
export function Checklist({ steps, onHide, onSkipServices }: ChecklistProps) {
  const done = steps.filter(({ state }) => state === "done").length;
  const current = steps.find(({ state }) => state === "open" || state === "review");
  return (
    <Card aria-label="Set Up Your Salon">
      <div className="head items-start py-4! pr-2! pl-4">
        <div className="flex-1 min-w-0 max-w-80">
          <div className="flex flex-wrap items-baseline gap-x-2 min-w-0 mb-2">
            <h2 className="h2">Set Up Your Salon</h2>
            <span className="dim sm num whitespace-nowrap">
              {done} of {steps.length} done
            </span>
          </div>
          <Meter
            label={`${done} of ${steps.length} steps are done`}
            percent={(done / steps.length) * 100}
            tone="good"
          />
        </div>
        <a
          className={classes(buttonClass({ variant: "quiet", size: "tiny" }), "ml-auto")}
          href="/guide/first-hour"
          target="_blank"
          rel="noreferrer"
        >
          Guide
        </a>
        <Menu trigger={<IconButton icon={Ellipsis} size="tiny" label="Checklist options" />}>
          {onSkipServices && (
            <MenuItem icon={SkipForward} onSelect={onSkipServices}>
              Skip Services
            </MenuItem>
          )}
          <MenuItem icon={EyeOff} onSelect={onHide}>
            Hide Checklist
          </MenuItem>
        </Menu>
      </div>
      <ul>
        {steps.map((step) => (
          <Row key={step.title} step={step} isCurrent={step === current} />
        ))}
      </ul>
    </Card>
  );
}

const BADGES: Readonly<Record<StepState, StatusLook>> = {
  done: ["good", Check, "Done"],
  test: ["wait", FlaskConical, "Test mode"],
  review: ["wait", TriangleAlert, "Needs review"],
  open: ["off", CircleDashed, "Not started"],
};

function Row({ step, isCurrent }: { step: Step; isCurrent: boolean }) {
  const { title, icon, state, sentence, href, actions } = step;
  const [tone] = BADGES[state];
  const isDone = state === "done";
  return (
    <li
      className={classes(
        "line-row min-h-16 @max-[620px]/page:flex-wrap",
        isCurrent && "bg-accent-soft/40",
      )}
    >
      <Glyph
        icon={isDone ? Check : icon}
        tone={isCurrent ? "accent" : state === "open" ? undefined : tone}
      />
      <div className={classes("flex-1 min-w-0", isDone && "text-ink-3")}>
        <h3 className="h3">{title}</h3>
        <p className={classes("sm", isDone ? "faint" : "dim")}>{sentence}</p>
      </div>
      <div className="flex flex-none items-center gap-3 gap-y-2 @max-[620px]/page:w-full @max-[620px]/page:flex-wrap @max-[620px]/page:justify-between @max-[620px]/page:pl-11">
        <span className="flex w-28 flex-none @max-[620px]/page:w-auto">
          <LookBadge look={BADGES[state]} />
        </span>
        <span className="flex min-w-34 justify-end @max-[620px]/page:ml-auto @max-[620px]/page:min-w-0">
          <Link
            href={href}
            className={buttonClass({
              variant: isCurrent ? "primary" : isDone ? "quiet" : "secondary",
              size: "tiny",
            })}
          >
            {actions[isDone ? 1 : 0]}
            <span className="sr">: {title}</span>
          </Link>
        </span>
      </div>
    </li>
  );
}
