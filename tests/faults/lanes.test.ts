import { expect, test } from "bun:test";
import { newFolder, startParlor } from "#tests/support/binary.ts";
import { connectStandIn, createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import { startStandInProcess } from "#tests/support/stand-in-process.ts";
import { until } from "#tests/support/until.ts";

test("the program sends a chat within a second while a campaign sends one text every 90 seconds", async () => {
  const data = newFolder("lanes");
  const standIn = await startStandInProcess(7);
  await createOwner(data);
  const parlor = await startParlor(["serve", "--data", data, "--port", "0"], {
    ...standIn.env,
  });
  const staff = await signedIn(parlor);
  await connectStandIn(staff, parlor.url, { messageCount: 1, delaySeconds: 90 });
  const contactIds = await importClients(staff, 20);
  const { id } = await staff.request("POST", "/api/campaigns", {
    name: "Slow",
    message: "Campaign",
    contactIds,
    skipCheck: true,
  });
  const bodies = async () => (await standIn.log()).map(({ body }) => body);
  await until("the first campaign text left", async () => (await bodies()).includes("Campaign"));

  for (const contactId of contactIds.slice(-3)) {
    const { id: conversationId } = await staff.request("POST", "/api/conversations", { contactId });
    const before = (await bodies()).length;
    const started = performance.now();
    await staff.request("POST", "/api/conversations/messages", { conversationId, body: "Chat" });
    await until("the chat left", async () => (await bodies()).length > before);
    expect(performance.now() - started).toBeLessThan(1_000);
  }

  // At the new pace, the remaining texts are sent at once.
  await staff.request("POST", "/api/settings", { messageCount: 50, delaySeconds: 1 });
  await until("the campaign is completed", async () => {
    const campaign = await staff.request("GET", `/api/campaigns/${id}`);
    return campaign.status === "completed";
  });
}, 60_000);
