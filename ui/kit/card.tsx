import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";

/** Holds a CardHead and a CardBody, or rows, a table, an EmptyState directly. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={classes("card", className)} />;
}

interface CardHeadProps {
  title: ReactNode;
  /** Next to the title, such as a count. */
  beside?: ReactNode;
  /** At the right edge. */
  children?: ReactNode;
}

export function CardHead({ title, beside, children }: CardHeadProps) {
  return (
    <div className="head">
      <h2 className="h2">{title}</h2>
      {beside}
      <span className="ml-auto" />
      {children}
    </div>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classes("body", className)} />;
}
