import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link } from "wouter";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";

/** Returns to the previous step. */
export function Back({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="quiet" size="big" fill icon={ArrowLeft} onClick={onClick}>
      Back
    </Button>
  );
}

/** Leaves the first step for the sign-in page. */
export function BackToSignIn() {
  return (
    <Link href="/auth" className={buttonClass({ variant: "quiet", size: "big", fill: true })}>
      <Icon of={ArrowLeft} />
      Back
    </Link>
  );
}
