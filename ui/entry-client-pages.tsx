import { ClientApp } from "./client-app.tsx";
import { clientNotFound, clientScreenAt } from "./client-screens.ts";
import { start } from "./start.ts";

/** Later than what the first taps load. */
const IDLE_MS = 2_000;

// Client pages don't load staff code.
const { client, show } = start();
await (clientScreenAt(location.pathname) ?? clientNotFound).preload();
show((props) => <ClientApp {...props} />);

// In advance, because nothing can be loaded once it is needed.
setTimeout(
  () =>
    import("#ui/shell/layout/client-offline.tsx").then(
      ({ watchOffline }) => watchOffline(client),
      () => undefined,
    ),
  IDLE_MS,
);
