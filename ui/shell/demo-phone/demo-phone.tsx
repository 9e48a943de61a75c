import ArrowUp from "lucide-react/icons/arrow-up";
import Minus from "lucide-react/icons/minus";
import Smartphone from "lucide-react/icons/smartphone";
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { createRoot } from "react-dom/client";
import { type DemoText, demoPhone } from "#src/demo/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import type { Api } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Input } from "#ui/kit/input.tsx";

const QUICK_REPLIES = ["YES", "HELP", "STOP"] as const;

/** Shows a client's phone next to the demo's pages, in a separate root that the server doesn't render. */
export function openDemoPhone(api: Api): void {
  const place = document.createElement("div");
  document.body.append(place);
  createRoot(place).render(<DemoPhone api={api} />);
}

function DemoPhone({ api }: { api: Api }) {
  const { texts, asksForCode, refetch } = useDemoTexts(api);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string>();
  // A campaign's texts arrive all the time, so a code that the page asks for is shown instead of the newest text, and
  // then those of its phone.
  const latest =
    (asksForCode && texts.find((text) => codeIn(text))) ||
    texts.find((text) => text.phone === chosen) ||
    texts[0];
  const code = asksForCode ? codeIn(latest) : undefined;
  const use = code && (
    <UseCode
      code={code}
      onUse={() => {
        setChosen(latest?.phone);
        setOpen(false);
      }}
    />
  );
  const phones = [...new Set(texts.map(({ phone }) => phone))];
  const phone = chosen ?? latest?.phone;

  if (!isOpen)
    return (
      <Dock latest={latest} onOpen={() => setOpen(true)}>
        {use}
      </Dock>
    );
  return (
    <aside className="demo-phone" aria-label="Demo phone">
      <header className="flex items-center min-w-0 gap-2">
        <Smartphone className="i text-accent-ink" aria-hidden="true" />
        <h2 className="h3 flex-1 min-w-0">Demo phone</h2>
        <IconButton icon={Minus} size="tiny" label="Hide" onClick={() => setOpen(false)} />
      </header>
      {phone === undefined ? (
        <p className="sm dim">Texts to clients arrive here. Nothing leaves this computer.</p>
      ) : (
        <>
          <select
            className="input num"
            aria-label="Phone"
            value={phone}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {phones.map((one) => (
              <option key={one} value={one}>
                {formatPhone(one)}
              </option>
            ))}
          </select>
          <Thread texts={texts.filter((text) => text.phone === phone)}>
            {phone === latest?.phone && use}
          </Thread>
          <Reply
            onSend={(body) => void api(demoPhone.reply, { body: { phone, body } }).then(refetch)}
          />
        </>
      )}
    </aside>
  );
}

interface DockProps {
  latest: DemoText | undefined;
  onOpen: () => void;
  children: ReactNode;
}

/** Narrows the page, so that it covers no control. */
function Dock({ latest, onOpen, children }: DockProps) {
  return (
    <aside className="demo-dock" aria-label="Demo phone">
      <Button variant="quiet" icon={Smartphone} onClick={onOpen}>
        Demo phone
      </Button>
      <p className="xs dim clip flex-1 min-w-0">
        {latest && `${formatPhone(latest.phone)}: ${latest.body}`}
      </p>
      {children}
    </aside>
  );
}

function UseCode({ code, onUse }: { code: string; onUse: () => void }) {
  return (
    <Button
      variant="primary"
      onClick={() => {
        typeCode(code);
        onUse();
      }}
    >
      Use Code {code}
    </Button>
  );
}

function Thread({ texts, children }: { texts: readonly DemoText[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled list must be reachable by keyboard
    <div className="demo-thread" role="log" aria-label="Texts" tabIndex={0}>
      {children}
      {texts.map(({ id, fromClient, body }) => (
        <p key={id} className={classes("bubble sm wrap-anywhere", fromClient && "out")}>
          {body}
        </p>
      ))}
    </div>
  );
}

function Reply({ onSend }: { onSend: (body: string) => void }) {
  const [body, setBody] = useState("");
  function submit(event: FormEvent) {
    event.preventDefault();
    if (body.trim() === "") return;
    onSend(body);
    setBody("");
  }
  return (
    <form className="flex flex-col min-w-0 gap-2" onSubmit={submit}>
      <div className="flex items-center min-w-0 gap-2">
        {QUICK_REPLIES.map((word) => (
          <Button key={word} size="tiny" onClick={() => onSend(word)}>
            {word}
          </Button>
        ))}
      </div>
      <div className="flex items-center min-w-0 gap-2">
        <Input
          className="flex-1 min-w-0"
          aria-label="Reply as the client"
          placeholder="Text message"
          value={body}
          onValueChange={setBody}
        />
        <IconButton type="submit" icon={ArrowUp} label="Send" />
      </div>
    </form>
  );
}

const POLL_MS = 2_000;

/**
 * The newest texts of all phones, newest first, as long as the page is visible, and whether the page
 * asks for a code.
 */
function useDemoTexts(api: Api) {
  const [texts, setTexts] = useState<readonly DemoText[]>([]);
  const [asksForCode, setAsksForCode] = useState(false);
  const refetch = useEffectEvent(() => {
    if (document.visibilityState === "hidden") return;
    setAsksForCode(findCodeField() !== null);
    api(demoPhone.texts, { priority: "low" }).then(
      (next) => setTexts((before) => (before[0]?.id === next[0]?.id ? before : next)),
      // The page itself says that the server is away.
      () => undefined,
    );
  });
  useEffect(() => {
    refetch();
    const timer = setInterval(() => refetch(), POLL_MS);
    return () => clearInterval(timer);
  }, []);
  return { texts, asksForCode, refetch };
}

/** A code of six digits in a text to a client. */
function codeIn(text: DemoText | undefined): string | undefined {
  return text && !text.fromClient ? /\b\d{6}\b/.exec(text.body)?.[0] : undefined;
}

function findCodeField(): HTMLInputElement | null {
  return document.querySelector('input[autocomplete="one-time-code"]');
}

function typeCode(code: string): void {
  const field = findCodeField();
  if (!field) return;
  // React listens to the event but reads the value through the prototype's setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, code);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}
