import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
// Data in memory, so that the peer pays for no database.
import data from "../../data.json";
import { Screen } from "../screen.jsx";

const SESSIONS = new Map([["a-session-of-the-bench", { username: "owner" }]]);

export default async function Page({ params }) {
  const { path = [] } = await params;
  const user = SESSIONS.get((await cookies()).get("session")?.value ?? "");
  if (!user) redirect("/sign-in");
  const address = `/${path.join("/")}`;
  if (!(address in data)) notFound();
  return <Screen address={address} data={data[address]} />;
}
