import { ClientApp } from "./client-app.tsx";
import { clientHome, clientScreenAt } from "./client-screens.ts";
import { start } from "./start.ts";

// Client pages load none of the staff's code.
const { show } = start();
await (clientScreenAt(location.pathname) ?? clientHome).preload();
show((props) => <ClientApp {...props} />);
