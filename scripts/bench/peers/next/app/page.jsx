import { CampaignList } from "./lists.jsx";
import { campaigns, readUser } from "./salon.js";

export default async function Dashboard() {
  const user = await readUser();
  return (
    <>
      <h1 className="text-2xl">Good morning, {user.username}</h1>
      <dl className="grid grid-cols-4 gap-4">
        {["Contacts", "Texts sent", "Replies", "Unread"].map((label, at) => (
          <div key={label} className="rounded border p-4">
            <dt className="text-sm">{label}</dt>
            <dd className="text-2xl tabular-nums">
              {(1_000_000 / (at + 1)).toLocaleString("en-US")}
            </dd>
          </div>
        ))}
      </dl>
      <CampaignList campaigns={campaigns} />
    </>
  );
}
