import { ClientApp } from "./client-app.tsx";
import { clientScreenAt } from "./client-screens.ts";
import { start } from "./start.ts";

// Of the staff's screens and what is around them, these pages load nothing.
const { show } = start();
await clientScreenAt(location.pathname)?.preload();
show((props) => <ClientApp {...props} />);
