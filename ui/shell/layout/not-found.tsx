import type { LucideIcon } from "lucide-react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Search from "lucide-react/icons/search";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";

interface NotFoundProps {
  home: string;
  /** 2 below a bar, which has the page's first heading; visitors have none. */
  level: 1 | 2;
}

export function NotFound({ home, level }: NotFoundProps) {
  return (
    <ArchMessage icon={Search} title="404 Page Not Found" level={level}>
      <p>Did you forget to add the page to the router?</p>
      <div className="flex items-center gap-2 min-w-0 mt-3">
        <Button icon={ArrowLeft} onClick={() => history.back()}>
          Go Back
        </Button>
        <Link href={home} className={buttonClass({ variant: "primary" })}>
          Go to Home
        </Link>
      </div>
    </ArchMessage>
  );
}

interface ArchMessageProps {
  icon: LucideIcon;
  title: string;
  /** 1 if no bar above has the page's heading. */
  level: 1 | 2;
  children: ReactNode;
}

export function ArchMessage({ icon, title, level, children }: ArchMessageProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className="grid flex-1 place-items-center p-4">
      <section className="empty w-full max-w-105">
        <span className="arch big">
          <Icon of={icon} size="l" />
        </span>
        <Heading className="mt-2 font-display font-normal text-figure text-ink">{title}</Heading>
        {children}
      </section>
    </div>
  );
}
