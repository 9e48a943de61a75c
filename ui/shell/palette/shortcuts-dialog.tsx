import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { Kbd } from "#ui/kit/kbd.tsx";
import { screenAt } from "#ui/screens.ts";
import { maySee } from "#ui/shell/layout/menu-entries.ts";
import { GO } from "./shortcuts.ts";

const CREATE: Readonly<Record<string, string>> = {
  "n c": "New campaign",
  "n p": "Add a contact",
  "n a": "Add an appointment",
};

/** The shortcuts that work for this user, opened with "?". */
export function ShortcutsDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const screens = Object.entries(GO).flatMap(([keys, path]): (readonly [string, string])[] => {
    const screen = screenAt(path.replace(/\?.*/, ""));
    return screen && maySee(user, screen) ? [[CREATE[keys] ?? screen.title, keys]] : [];
  });
  return (
    <Dialog
      onClose={onClose}
      title="Keyboard Shortcuts"
      description="Press two keys one after the other."
    >
      <DialogBody className="grid grid-cols-2 gap-6 phone:grid-cols-1">
        <Keys
          title="Anywhere"
          keys={[
            ["Search and commands", "Ctrl K"],
            ["Collapse the menu", "Ctrl B"],
            ["These shortcuts", "?"],
            ["Close a dialog", "Esc"],
          ]}
        />
        <Keys title="Go and create" keys={screens} />
        <Keys
          title="Inbox"
          keys={[
            ["Next conversation", "j"],
            ["Previous conversation", "k"],
            ["Open it", "Enter"],
          ]}
        />
        <Keys
          title="Calendar"
          keys={[
            ["Pick up an appointment", "Space"],
            ["Move it", "Arrows"],
            ["Drop it", "Enter"],
          ]}
        />
      </DialogBody>
    </Dialog>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <section aria-label={title}>
      <h3 className="eyebrow mb-2">{title}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1.5 text-base">
        {keys.map(([what, key]) => [
          <dt key={what}>{what}</dt>,
          <dd key={`${what} keys`}>
            <Kbd>{key.replace(/\b[a-z]\b/g, (letter) => letter.toUpperCase())}</Kbd>
          </dd>,
        ])}
      </dl>
    </section>
  );
}
