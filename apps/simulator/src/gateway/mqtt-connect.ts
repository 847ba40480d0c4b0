import type { IClientOptions, MqttClient } from "mqtt";
import { connect } from "mqtt";

/** A sign-in refused as "not authorised": waiting does not help, another password may. */
export class RefusedError extends Error {
  constructor(user: string, options?: ErrorOptions) {
    super(`the device link refused ${user}`, options);
    this.name = "RefusedError";
  }
}

// CONNACK of MQTT 3.1.1, section 3.2.2.3: bad user name or password, not authorised.
const REFUSALS: readonly unknown[] = [4, 5];

/** One attempt at a connection of MQTT 3.1.1; it is never repeated automatically. Throws RefusedError or the socket's error. */
export function connectOnce(url: string, options: IClientOptions): Promise<MqttClient> {
  const client = connect(url, { ...options, protocolVersion: 4, clean: true, reconnectPeriod: 0 });
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      client.end(true);
      const isRefusal = REFUSALS.includes((error as Error & { code?: unknown }).code);
      reject(isRefusal ? new RefusedError(String(options.username), { cause: error }) : error);
    };
    const failClosed = () => fail(new Error(`no connection to ${url}`));
    // Never removed: an error event without a listener would end the process; `close` follows each.
    client.on("error", fail);
    client.once("close", failClosed);
    client.once("connect", () => {
      client.off("close", failClosed);
      resolve(client);
    });
  });
}
