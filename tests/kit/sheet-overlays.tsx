import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Copy from "lucide-react/icons/copy";
import Megaphone from "lucide-react/icons/megaphone";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";

/** Static versions of overlays; sheet-live.tsx opens the real ones. */
export function SheetOverlays() {
  return (
    <>
      <Card>
        <EmptyState
          level={3}
          icon={Megaphone}
          title="No campaigns yet"
          action={
            <Button variant="primary" icon={Plus}>
              New Campaign
            </Button>
          }
        >
          Write a text, pick who gets it, and see what it costs before it goes.
        </EmptyState>
      </Card>
      <Ground>
        <Confirmation />
      </Ground>
      <Ground>
        <ToastLook title="Campaign created" good>
          Checking contact deliverability before sending
        </ToastLook>
        <ToastLook title="Failed to send message">This contact may have opted out</ToastLook>
      </Ground>
      <Ground>
        <MenuLook />
      </Ground>
    </>
  );
}

function Ground({ children }: { children: ReactNode }) {
  return (
    <Card className="grid min-w-0 grid-cols-1 place-items-center gap-3 bg-canvas p-6">
      {children}
    </Card>
  );
}

function Confirmation() {
  return (
    <div className="dialog confirm" role="alertdialog" aria-labelledby="sheet-confirm">
      <div className="body">
        <h2 id="sheet-confirm">Delete Campaign</h2>
        <p className="dim">
          Are you sure you want to delete "Balayage Refresh"? This action cannot be undone.
        </p>
      </div>
      <footer>
        <Button>Cancel</Button>
        <Button variant="danger">Delete</Button>
      </footer>
    </div>
  );
}

function ToastLook(props: { title: string; good?: boolean; children: ReactNode }) {
  const { title, good = false, children } = props;
  return (
    <div className="toast">
      <Icon of={good ? CircleCheck : CircleAlert} size="l" className={good ? "good" : "bad"} />
      <div className="flex-1 min-w-0">
        <div className="h3">{title}</div>
        <div className="sm dim">{children}</div>
      </div>
      <IconButton icon={X} label="Dismiss" size="tiny" />
    </div>
  );
}

function MenuLook() {
  return (
    <div className="menu" role="menu" aria-label="Actions">
      <button type="button" role="menuitem">
        <Icon of={Pencil} />
        Edit Message
      </button>
      <button type="button" role="menuitem" data-highlighted>
        <Icon of={Copy} />
        Duplicate
      </button>
      <button type="button" role="menuitem">
        <Icon of={ChartNoAxesColumn} />
        Report
      </button>
      <hr />
      <button type="button" role="menuitem" className="bad">
        <Icon of={Trash2} />
        Delete
      </button>
    </div>
  );
}
