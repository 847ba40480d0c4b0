import { createServer, connect as openSocket } from "node:net";
import { decodeMessage, parseTopic } from "@heliograph/protocol";
import type { SentMessage } from "../apps/server/test/year-of-reports.ts";
import { createPacketReader, PACKET } from "./mqtt-packets.ts";

const KINDS: readonly string[] = ["upBirth", "upData", "upHistory"] satisfies SentMessage["topic"][];
const isRecorded = (name: string | undefined): name is SentMessage["topic"] =>
  name !== undefined && KINDS.includes(name);

/** Topic and payload of a PUBLISH of MQTT 3.1.1 (3.3.2). */
function readPublish(first: number, body: Buffer): { topic: string; payload: Buffer } {
  const topicEnd = 2 + body.readUInt16BE(0);
  const hasId = (first & 0x06) !== 0;
  return { topic: body.toString("utf8", 2, topicEnd), payload: body.subarray(topicEnd + (hasId ? 2 : 0)) };
}

/**
 * Forwards the connections of gateways to the device link at `port`, and keeps the births and reports that they send, by the
 * gateway's serial number: what the gateways have sent, whatever the server makes of it.
 */
export async function recordLink(port: number) {
  const sent = new Map<string, SentMessage[]>();

  function note(first: number, body: Buffer): void {
    if ((first & 0xf0) !== PACKET.publish) return;
    const { topic, payload } = readPublish(first, body);
    const { name, sn } = parseTopic(topic) ?? {};
    if (!isRecorded(name) || sn === undefined) return;
    const message = decodeMessage(name, payload);
    // What happened is sent as history, too.
    if ("e" in message) return;
    const messages = sent.get(sn) ?? [];
    sent.set(sn, messages);
    messages.push({ topic: name, message } as SentMessage);
  }

  const server = createServer((client) => {
    const target = openSocket({ host: "127.0.0.1", port, noDelay: true });
    const read = createPacketReader(note);
    client.on("data", (chunk: Buffer) => read(chunk));
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      one.on("error", () => undefined);
      one.once("close", () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address() as { port: number };
  return {
    url: `mqtt://127.0.0.1:${address.port}`,
    sent: sent as ReadonlyMap<string, readonly SentMessage[]>,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
