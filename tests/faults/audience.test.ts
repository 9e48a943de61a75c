import { expect, test } from "bun:test";
import { newFolder, runParlor, serverOf } from "#tests/support/binary.ts";
import { connectStandIn, createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import { startStandInProcess } from "#tests/support/stand-in-process.ts";
import { until } from "#tests/support/until.ts";

const CLIENTS = 9_000;
const CHECKED = 400;

test("a campaign killed while storing its audience or checking numbers continues and texts each client once", async () => {
  const data = newFolder("audience");
  const standIn = await startStandInProcess(11);
  const serve = serverOf(data, {
    PARLOR_SETTLE_SECONDS: "1",
    ...standIn.env,
  });
  await createOwner(data);
  let parlor = await serve();
  const restart = async () => {
    await parlor.end("SIGKILL");
    parlor = await serve();
    return signedIn(parlor);
  };
  let staff = await signedIn(parlor);
  // Slow, so that a kill finds little of it sent.
  await connectStandIn(staff, parlor.url, { messageCount: 20, delaySeconds: 1 });
  await standIn.control({ magic: false, callbacks: false });
  const ids = await importClients(staff, CLIENTS);

  const all = await staff.request("POST", "/api/campaigns", {
    name: "Everybody",
    message: "Hi {firstName}",
    audience: { all: true, except: ids.slice(0, 10) },
    skipCheck: true,
  });
  expect(all).toMatchObject({ preparing: true, totalRecipients: CLIENTS - 10 });
  staff = await restart();
  const read = (id: number) => staff.request("GET", `/api/campaigns/${id}`);
  const whole = await until("everybody is written down", async () => {
    const campaign = await read(all.id);
    return campaign.preparing ? undefined : campaign;
  });
  expect(whole.totalRecipients).toBe(CLIENTS - 10);
  await staff.request("POST", `/api/campaigns/${all.id}/stop`);

  await standIn.control({ latencyMs: 60 });
  const { id } = await staff.request("POST", "/api/campaigns", {
    name: "Checked",
    message: "Hello {firstName}",
    contactIds: ids.slice(0, CHECKED),
  });
  await until("the check is on its way", async () => {
    const { deliverabilityCheckStatus: status, deliverabilityCheckProgress: percent } =
      await read(id);
    return status === "in_progress" && Number(percent) > 0;
  });
  staff = await restart();
  await standIn.control({ latencyMs: 0 });
  await staff.request("POST", "/api/settings", { messageCount: 400, delaySeconds: 1 });
  const done = await until("the checked campaign is over", async () => {
    const campaign = await read(id);
    return campaign.status === "completed" ? campaign : undefined;
  });
  expect(done).toMatchObject({
    deliverabilityCheckStatus: "completed",
    sentCount: CHECKED,
    unknownCount: 0,
  });

  const log = await standIn.log();
  const checked = log.filter(({ body }) => body.startsWith("Hello"));
  expect(checked).toHaveLength(CHECKED);
  expect(new Set(log.map(({ to, body }) => `${to} ${body}`)).size).toBe(log.length);
  expect((await standIn.counts()).unexpected).toEqual([]);
  expect(await parlor.end("SIGTERM")).toBe(0);
  const report = await runParlor(["doctor", "--data", data]);
  expect([report.code, report.out.includes("BAD")]).toEqual([0, false]);
}, 120_000);
