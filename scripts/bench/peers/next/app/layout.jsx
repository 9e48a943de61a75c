import { Navigation } from "./navigation.jsx";

export const dynamic = "force-dynamic";
export const metadata = { title: "Peer" };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body className="flex min-h-screen bg-neutral-50 text-neutral-900">
        <Navigation />
        <main className="flex-1 p-6">{children}</main>
      </body>
    </html>
  );
}
