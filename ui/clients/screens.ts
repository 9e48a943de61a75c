import { type Screen, screen } from "#ui/screen.ts";

export const clientsScreens: readonly Screen[] = [
  screen({
    path: "/contacts",
    title: "Contacts",
    module: "clients/contacts/contacts-screen",
    access: "page",
    load: async () => (await import("#ui/clients/contacts/contacts-screen.tsx")).ContactsScreen,
    queries: () => import("#ui/clients/contacts/queries.ts"),
  }),
  screen({
    path: "/contacts/:id",
    title: "Client",
    module: "clients/contacts/client-screen",
    access: "page",
    page: "/contacts",
    load: async () => (await import("#ui/clients/contacts/client-screen.tsx")).ClientScreen,
    queries: () => import("#ui/clients/contacts/client-queries.ts"),
  }),
  screen({
    path: "/contact-updates",
    title: "Contact Updates",
    module: "clients/contact-updates/contact-updates-screen",
    access: "page",
    load: async () =>
      (await import("#ui/clients/contact-updates/contact-updates-screen.tsx")).ContactUpdatesScreen,
    queries: () => import("#ui/clients/contact-updates/queries.ts"),
  }),
];
