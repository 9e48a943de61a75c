import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";

/** Holds a CardHead and a CardBody, or rows, a table, an EmptyState directly. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={classes("card", className)} />;
}

export function CardHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="head">
      <h2 className="h2">{title}</h2>
      <span className="ml-auto" />
      {children}
    </div>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classes("body", className)} />;
}
