import { ClientApp } from "#ui/client-app.tsx";
import { clientScreenAt } from "#ui/client-screens.ts";
import { start } from "#ui/start.ts";

// Of the staff's screens and what is around them, these pages load nothing.
const { show } = start();
await clientScreenAt(location.pathname)?.preload();
show((props) => <ClientApp {...props} />);
