import type { State } from "@heliograph/protocol";
import { downTopicsOf, encodeJson, topicOf } from "@heliograph/protocol";
import type { MqttClient } from "mqtt";
import { connectOnce } from "./mqtt-connect.ts";

export interface LinkSessionOptions {
  readonly url: string;
  readonly sn: string;
  readonly secret: string;
  /** The last will of the gateway. */
  readonly will: State;
  onMessage(topic: string, payload: Uint8Array): void;
  onClose(): void;
}

/** One signed-in connection; it never reconnects, because a new one has its own session number and will. */
export interface LinkSession {
  /** True once acknowledged (QoS 0: written), false when the connection ended before. */
  publish(topic: string, payload: Uint8Array, qos?: 0 | 1): Promise<boolean>;
  /** Ends with a DISCONNECT, so that the will is not sent. */
  end(): Promise<void>;
  /** Drops the connection without DISCONNECT: the will is sent. */
  cut(): void;
}

const KEEP_ALIVE_S = 60;

function createPublisher(client: MqttClient) {
  // The client drops its callbacks when the connection closes; pending calls are rejected here.
  const cutOff = new Set<() => void>();
  client.on("close", () => {
    for (const giveUp of cutOff) giveUp();
  });
  return (topic: string, payload: Uint8Array, qos: 0 | 1 = 1): Promise<boolean> =>
    new Promise((resolve) => {
      if (!client.connected) return resolve(false);
      const settle = (isSent: boolean) => {
        cutOff.delete(giveUp);
        resolve(isSent);
      };
      const giveUp = () => settle(false);
      cutOff.add(giveUp);
      client.publish(
        topic,
        Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
        { qos },
        (error) => settle(!error),
      );
    });
}

/** Opens a connection and subscribes to the gateway's own down topics. Rejects with mqtt's error when refused. */
export async function openLinkSession(options: LinkSessionOptions): Promise<LinkSession> {
  const { url, sn, secret } = options;
  const client = await connectOnce(url, {
    clientId: sn,
    username: sn,
    password: secret,
    keepalive: KEEP_ALIVE_S,
    connectTimeout: 15_000,
    will: {
      topic: topicOf.upState(sn),
      payload: Buffer.from(encodeJson(options.will)),
      qos: 1,
      retain: false,
    },
  });
  client.on("message", (topic, payload) => options.onMessage(topic, payload));
  client.on("close", () => options.onClose());
  const publish = createPublisher(client);
  const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
  try {
    await client.subscribeAsync(downTopicsOf(sn), { qos: 1 });
  } catch (error) {
    await client.endAsync(true);
    throw error;
  }
  return {
    publish,
    async end() {
      // A graceful end waits for every PUBACK, which never comes over a broken connection.
      await Promise.race([client.endAsync(!client.connected), closed]);
    },
    cut: () => client.stream.destroy(),
  };
}
