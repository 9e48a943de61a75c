import ChevronRight from "lucide-react/icons/chevron-right";
import { Link } from "wouter";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";

interface ListLinkProps {
  href: string;
  label: string;
  className?: string;
}

/** Before a title in the bar: the list that the screen is a part of. */
export function ListLink({ href, label, className }: ListLinkProps) {
  return (
    <>
      <Link href={href} className={classes("dim text-lead leading-11 hover:text-ink", className)}>
        {label}
      </Link>
      <Icon of={ChevronRight} size="s" className={className} />
    </>
  );
}
