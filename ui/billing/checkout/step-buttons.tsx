import ArrowLeft from "lucide-react/icons/arrow-left";
import { Button, type ButtonProps } from "#ui/kit/button.tsx";

interface StepButtonsProps extends Pick<ButtonProps, "busy" | "disabled" | "onClick" | "type"> {
  onBack: () => void;
  children: string;
}

/** A step's main button and the way back. */
export function StepButtons({ onBack, children, ...button }: StepButtonsProps) {
  return (
    <div className="grid gap-3">
      <Button variant="primary" size="big" fill {...button}>
        {children}
      </Button>
      <div>
        <Button variant="quiet" icon={ArrowLeft} disabled={Boolean(button.busy)} onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}
