import type { ReactNode } from "react";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { type SectionId, titleOf } from "./sections.ts";

interface SectionCardProps {
  id: SectionId;
  trailing?: ReactNode;
  /** Fields in two columns where they fit; a field that spans both has the class WIDE. */
  children: ReactNode;
}

export const WIDE = "col-span-full";

export function SectionCard({ id, trailing, children }: SectionCardProps) {
  return (
    <Card id={id} className="scroll-mt-6" aria-label={titleOf(id)}>
      <CardHead title={titleOf(id)}>{trailing}</CardHead>
      <CardBody className="grid grid-cols-2 gap-4 @max-[560px]/page:grid-cols-1">
        {children}
      </CardBody>
    </Card>
  );
}
