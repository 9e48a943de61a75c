import { afterAll, afterEach, expect, test } from "bun:test";
import { createServer } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { readConfig } from "#src/platform/config.ts";
import type { Mail, MailServer } from "#src/platform/providers/mail.ts";
import { createProviders } from "#src/platform/providers/providers.ts";
import { connectSmtp } from "#src/platform/providers/smtp/smtp.ts";
import {
  MAIL_PASSWORD,
  MAIL_USER,
  type MailServerOfTests,
  startMailServer,
} from "#tests/support/mail-server.ts";

const LOCAL = { allowPrivateHosts: true };
const MAIL: Mail = { to: "mia@example.com", subject: "Hello", text: "How are you?" };

const running: MailServerOfTests[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function startServer(options: SMTPServerOptions = {}): Promise<MailServerOfTests> {
  const server = await startMailServer(options);
  running.push(server);
  return server;
}

function serverAt(port: number, differing: Partial<MailServer> = {}): MailServer {
  return {
    host: "localhost",
    port,
    secure: false,
    user: MAIL_USER,
    password: MAIL_PASSWORD,
    fromName: "Halcyon",
    fromAddress: MAIL_USER,
    ...differing,
  };
}

async function refusal(server: MailServer, mail = MAIL): Promise<string> {
  const outcome = await connectSmtp(LOCAL, server).send(mail);
  return outcome.kind === "refused" ? outcome.message : "it was sent";
}

test("a mail arrives with its sender, recipient, subject and text unchanged", async () => {
  const { port, mails } = await startServer();
  const mail = { ...MAIL, subject: "Grüße aus Köln – 🌷", text: "Schöne Füße!\nBis bald" };
  const outcome = await connectSmtp(LOCAL, serverAt(port)).send(mail);
  expect(outcome.kind).toBe("accepted");
  expect(mails).toMatchObject([
    { to: ["mia@example.com"], from: MAIL_USER, parsed: { subject: mail.subject } },
  ]);
  expect(mails[0]?.parsed.text?.trim()).toBe(mail.text);
  expect(mails[0]?.parsed.from?.value).toEqual([{ name: "Halcyon", address: MAIL_USER }]);
});

test("a mail is marked as automatic, and says the same in text and HTML", async () => {
  const { port, mails } = await startServer();
  const text = 'See "Tom & <b>Ada</b>"\nhere: https://example.com/?a=1&b=2.\n\nBye';
  await connectSmtp(LOCAL, serverAt(port)).send({ ...MAIL, text });
  const parsed = mails[0]?.parsed;
  expect(parsed?.headers.get("auto-submitted")).toBe("auto-generated");
  expect(parsed?.text?.trim()).toBe(text);
  expect(parsed?.html).toContain(
    '<p>See &quot;Tom &amp; &lt;b&gt;Ada&lt;/b&gt;&quot;<br>here: <a href="https://example.com/?a=1&amp;b=2">https://example.com/?a=1&amp;b=2</a>.</p><p>Bye</p>',
  );
});

test("in the demo no mail is sent, whatever server is entered", async () => {
  const { port, mails } = await startServer();
  const { mail } = createProviders(
    readConfig({ PARLOR_ALLOW_PRIVATE_HOSTS: "true" }, { demo: true }),
  );
  expect(await mail(serverAt(port)).send(MAIL)).toEqual({
    kind: "refused",
    message: "This is a demo: no email leaves this computer.",
  });
  const real = createProviders(readConfig({ PARLOR_ALLOW_PRIVATE_HOSTS: "true" }));
  expect((await real.mail(serverAt(port)).send(MAIL)).kind).toBe("accepted");
  expect(mails).toHaveLength(1);
});

test("unless the configuration allows it, no connection is made to a server in this network", async () => {
  const { port, mails } = await startServer();
  const { mail } = createProviders(readConfig({}));
  expect(await mail(serverAt(port)).send(MAIL)).toMatchObject({
    kind: "refused",
    message: expect.stringContaining("PARLOR_ALLOW_PRIVATE_HOSTS"),
  });
  expect(mails).toEqual([]);
});

// Only on this port TLS begins with the first byte; where it may not be opened, nothing is tested.
const onPort465 = await startMailServer({ secure: true }, 465).catch(() => undefined);
afterAll(() => onPort465?.stop());
test.skipIf(!onPort465)("port 465 speaks TLS from the first byte", async () => {
  const server = serverAt(465);
  expect((await connectSmtp(LOCAL, server).send(MAIL)).kind).toBe("accepted");
  expect(onPort465?.mails.map(({ encrypted }) => encrypted)).toEqual([true]);
  expect(await refusal({ ...server, secure: true })).toStartWith(
    "The certificate of localhost can't be trusted",
  );
});

test("a self-signed certificate is refused with a message", async () => {
  const { port, mails } = await startServer();
  expect(await refusal(serverAt(port, { secure: true }))).toStartWith(
    "The certificate of localhost can't be trusted",
  );
  expect(mails).toEqual([]);
});

test("without Secure connection, TLS is still used where it is offered", async () => {
  const { port, mails } = await startServer();
  await connectSmtp(LOCAL, serverAt(port)).send(MAIL);
  expect(mails.map(({ encrypted }) => encrypted)).toEqual([true]);
});

test("with Secure connection, a server without TLS gets no password", async () => {
  let asked = 0;
  const { port } = await startServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => {
      asked += 1;
      done(null, { user: MAIL_USER });
    },
  });
  expect(await refusal(serverAt(port, { secure: true }))).toStartWith(
    "localhost offers no encryption",
  );
  expect(asked).toBe(0);
});

test("a wrong password is reported with the server's reply", async () => {
  const { port } = await startServer();
  expect(await refusal(serverAt(port, { password: "wrong" }))).toStartWith(
    "The mail server didn't accept the username and password. It said: 535",
  );
});

test("a recipient that the server rejects is reported", async () => {
  const { port } = await startServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error("No such mailbox"), { responseCode: 550 })),
  });
  expect(await refusal(serverAt(port))).toBe(
    "The mail server doesn't accept the recipient's address. It said: 550 No such mailbox",
  );
});

test("a sender that the server rejects is reported", async () => {
  const { port } = await startServer({
    onMailFrom: (_address, _session, done) => done(new Error("553 Not your address")),
  });
  expect(await refusal(serverAt(port))).toStartWith(
    "The mail server doesn't let this account send from that address.",
  );
});

test("a message that the server rejects is reported", async () => {
  const { port } = await startServer({
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on("end", () => done(new Error("554 Looks like spam")));
    },
  });
  expect(await refusal(serverAt(port))).toStartWith("The mail server didn't accept the message.");
});

test("a silent server times out", async () => {
  const silent = createServer(() => undefined);
  const port = await new Promise<number>((resolve) => {
    silent.listen(0, "127.0.0.1", () => {
      const address = silent.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  const timeouts = { greetingMs: 100, silenceMs: 100, totalMs: 5_000 };
  const outcome = await connectSmtp(LOCAL, serverAt(port), timeouts).send(MAIL);
  silent.close();
  expect(outcome).toEqual({
    kind: "refused",
    message: `localhost didn't answer in time on port ${port}. Check the host and port.`,
  });
});

test("a server that replies byte by byte times out too", async () => {
  const trickling = createServer((socket) => {
    socket.on("error", () => undefined);
    const drop = setInterval(() => socket.write("220-wait\r\n"), 20);
    socket.on("close", () => clearInterval(drop));
  });
  const port = await new Promise<number>((resolve) => {
    trickling.listen(0, "127.0.0.1", () => {
      const address = trickling.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  const timeouts = { greetingMs: 5_000, silenceMs: 5_000, totalMs: 200 };
  const outcome = await connectSmtp(LOCAL, serverAt(port), timeouts).send(MAIL);
  trickling.close();
  expect(outcome).toMatchObject({ kind: "refused" });
});

test("a port where nothing listens is reported", async () => {
  const { port, stop } = await startMailServer();
  await stop();
  expect(await refusal(serverAt(port))).toStartWith("Nothing answers at localhost");
});

test("an unknown host name is reported", async () => {
  expect(await refusal(serverAt(25, { host: "smtp.does-not-exist.invalid" }))).toBe(
    "There's no server named smtp.does-not-exist.invalid.",
  );
});

test.each([
  ["a subject", { ...MAIL, subject: "Hi\r\nBcc: eve@example.com\r\n\r\nBuy this" }],
  ["an address", { ...MAIL, to: "mia@example.com\r\nBcc: eve@example.com" }],
  ["an address with a comma", { ...MAIL, to: "mia@example.com, eve@example.com" }],
])("%s cannot smuggle in a header or a recipient", async (_what, mail) => {
  const { port, mails } = await startServer();
  await connectSmtp(LOCAL, serverAt(port)).send(mail);
  for (const { to, parsed } of mails) {
    expect(to).toHaveLength(1);
    expect(to).not.toContain("eve@example.com");
    expect(parsed.headers.has("bcc")).toBe(false);
    expect(parsed.text?.trim()).toBe(MAIL.text);
  }
});
