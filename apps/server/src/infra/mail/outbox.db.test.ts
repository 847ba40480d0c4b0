import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailServer } from "../../../test/mail-server.ts";
import { openOwnDatabase } from "../../../test/own-database.ts";
import { createVirtualClock } from "../clock.ts";
import { listPendingMessages, writeMessage } from "./outbox.repository.ts";
import { createOutboxJob, retryDelayMs } from "./outbox-job.ts";
import { readSmtpUrl } from "./smtp-sender.ts";

let own: Awaited<ReturnType<typeof openOwnDatabase>>;
beforeAll(async () => {
  own = await openOwnDatabase();
});
afterAll(async () => await own.close());

const clock = createVirtualClock(Date.parse("2026-05-01T10:00:00Z"));
const hour = 3_600_000;

function write(message: Partial<Parameters<typeof writeMessage>[1]> = {}) {
  const now = clock.now();
  return own.db.transaction().execute((trx) =>
    writeMessage(trx, {
      channel: "mail",
      recipient: "ana@example.org",
      subject: "Código de verificação",
      body: "The code is 123456.",
      createdAt: new Date(now),
      expiresAt: new Date(now + hour),
      ...message,
    }),
  );
}

function createJob(config: { smtpUrl?: string; smsWebhookUrl?: string }) {
  const lines: string[] = [];
  const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  return { job: createOutboxJob({ db: own.db, clock, logger, config }), lines };
}

test("sends a mail to a real SMTP server once, and deletes it", async () => {
  const server = await startMailServer();
  const { job } = createJob({ smtpUrl: server.url });
  await write();
  await Promise.all([job.work(), job.work()]);
  await job.work();
  await job.stop();
  await server.close();
  expect(server.received).toHaveLength(1);
  const [mail] = server.received;
  expect(mail).toMatchObject({ from: "solar@example.org", to: ["ana@example.org"] });
  expect(mail?.text).toContain("Subject: =?UTF-8?");
  expect(mail?.text).toContain("The code is 123456.");
  expect(await listPendingMessages(own.db)).toEqual([]);
});

test("keeps a mail the server refuses and retries it, each time after a longer delay", async () => {
  const server = await startMailServer();
  const { job, lines } = createJob({ smtpUrl: server.url });
  server.refuse(true);
  await write();
  await job.work();
  await job.work();
  expect(await listPendingMessages(own.db)).toMatchObject([
    { tries: 1, lastError: expect.stringContaining("not now") },
  ]);
  clock.advance(retryDelayMs(1));
  await job.work();
  expect(await listPendingMessages(own.db)).toMatchObject([{ tries: 2 }]);
  server.refuse(false);
  clock.advance(retryDelayMs(2) - 1);
  await job.work();
  expect(server.received).toEqual([]);
  clock.advance(1);
  await job.work();
  await job.stop();
  await server.close();
  expect(server.received).toHaveLength(1);
  expect([1, 2, 3, 12, 40].map(retryDelayMs)).toEqual([15_000, 30_000, 60_000, hour, hour]);
  expect(lines.join()).not.toMatch(/123456|ana@example/);
});

test("reports a pending mail once when no server is configured, without its text, and deletes it when it expires", async () => {
  const { job, lines } = createJob({});
  await write();
  await job.work();
  await job.work();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("SMTP_URL");
  expect(lines[0]).not.toMatch(/123456|ana@example/);
  expect(await listPendingMessages(own.db)).toMatchObject([{ body: "The code is 123456." }]);
  clock.advance(hour);
  await job.work();
  expect(await listPendingMessages(own.db)).toEqual([]);
});

test("refuses line breaks in what becomes a header", async () => {
  await expect(write({ recipient: "ana@example.org\r\nBcc: all@example.org" })).rejects.toThrow(
    "control characters",
  );
  await expect(write({ subject: "Hello\nBcc: all@example.org" })).rejects.toThrow("control characters");
  expect(await listPendingMessages(own.db)).toEqual([]);
});

test("posts a text message to the configured address, and follows no redirect", async () => {
  const bodies: unknown[] = [];
  let statusCode = 302;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    bodies.push({ ...JSON.parse(text), authorization: request.headers.authorization });
    response.writeHead(statusCode, { location: "http://127.0.0.1:9/elsewhere" }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { job } = createJob({ smsWebhookUrl: `http://user:secret@127.0.0.1:${port}/send` });
  await write({ channel: "sms", recipient: "+4930123456", subject: "", body: "Code 654321" });
  await job.work();
  expect(await listPendingMessages(own.db)).toMatchObject([{ channel: "sms", tries: 1 }]);
  statusCode = 204;
  clock.advance(retryDelayMs(1));
  await job.work();
  await job.stop();
  server.close();
  expect(await listPendingMessages(own.db)).toEqual([]);
  const sent = { id: expect.any(String), to: "+4930123456", text: "Code 654321" };
  const authorization = `Basic ${Buffer.from("user:secret").toString("base64")}`;
  expect(bodies).toEqual([
    { ...sent, authorization },
    { ...sent, authorization },
  ]);
});

test("reads host, port, credentials and sender from SMTP_URL", () => {
  expect(readSmtpUrl("smtps://solar%40example.org:s%2Fecret@mail.example.org")).toEqual({
    host: "mail.example.org",
    port: 465,
    secure: true,
    auth: { user: "solar@example.org", pass: "s/ecret" },
    from: "solar@example.org",
  });
  expect(readSmtpUrl("smtp://mail.example.org:25")).toEqual({
    host: "mail.example.org",
    port: 25,
    secure: false,
    from: "no-reply@mail.example.org",
  });
});
