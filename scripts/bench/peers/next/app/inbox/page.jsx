import { Conversations, Thread } from "../lists.jsx";
import { conversations, messages, readUser } from "../salon.js";

export default async function Inbox() {
  await readUser();
  return (
    <div className="flex gap-4">
      <Conversations conversations={conversations} />
      <Thread messages={messages} />
    </div>
  );
}
