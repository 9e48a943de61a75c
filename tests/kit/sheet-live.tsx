import Copy from "lucide-react/icons/copy";
import Ellipsis from "lucide-react/icons/ellipsis";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";

export function SheetLive() {
  const toasts = useToasts();
  const [confirming, setConfirming] = useState(false);
  const [error, setError] = useState<string>();

  return (
    <Card className="col-span-full">
      <CardHead title="Live" />
      <CardBody className="flex flex-wrap gap-2.5">
        <ContactDialog />
        <Button onClick={() => setConfirming(true)}>Delete Campaign</Button>
        <ConfirmDialog
          open={confirming}
          onClose={() => setConfirming(false)}
          title="Delete Campaign"
          description='Are you sure you want to delete "Balayage Refresh"? This action cannot be undone.'
          action="Delete"
          error={error}
          onConfirm={() => setError("It is being sent right now. Stop it first.")}
        />
        <Menu trigger={<IconButton icon={Ellipsis} label="Actions" variant="secondary" />}>
          <MenuItem icon={Copy}>Duplicate</MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} bad>
            Delete
          </MenuItem>
        </Menu>
        <Button
          onClick={() =>
            toasts.show({
              title: "Campaign created",
              description: "Checking contact deliverability before sending",
            })
          }
        >
          Show a toast
        </Button>
        <Button
          onClick={() =>
            toasts.show({
              title: "Failed to send message",
              description: "This contact may have opted out",
              kind: "destructive",
              retry: () => undefined,
            })
          }
        >
          Show a failure
        </Button>
      </CardBody>
    </Card>
  );
}

function ContactDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add Contact</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Add Contact" description="By hand.">
        <form onSubmit={(event) => event.preventDefault()}>
          <DialogBody className="grid gap-4">
            <Field label="Name">
              <Input placeholder="Full name" />
            </Field>
            <Field label="Phone number">
              <Input type="tel" />
            </Field>
          </DialogBody>
          <DialogFooter>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" type="submit">
              Add Contact
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
    </>
  );
}
