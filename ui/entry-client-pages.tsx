import { ClientApp } from "./client-app.tsx";
import { clientNotFound, clientScreenAt } from "./client-screens.ts";
import { start } from "./start.ts";

// Client pages don't load staff code.
const { show } = start();
await (clientScreenAt(location.pathname) ?? clientNotFound).preload();
show((props) => <ClientApp {...props} />);
