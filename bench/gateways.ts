import { encodeJson, topicOf } from "@heliograph/protocol";
import type { TestGateway } from "../apps/server/test/link.ts";
import type { RawGateway } from "../apps/server/test/raw-gateway.ts";
import { encodePublish, openRawGateway } from "../apps/server/test/raw-gateway.ts";
import { createModuleBirth } from "./module-reports.ts";

/** The longest the link accepts, so that gateways stay connected while roll-ups finish. */
const KEEP_ALIVE_S = 120;
const BIRTH_PACKET_ID = 65_535;

/** Connected gateways, each in a plant of its own, whose modules are known to the server. */
export interface ConnectedGateways {
  readonly connections: readonly RawGateway[];
  /** Throws when one was disconnected: the server's work for that would be part of the measurement. */
  checkConnected(): void;
  end(): void;
}

/** A server on this machine, by the port of its link. */
interface Link {
  readonly port: number;
}

async function openGateway(link: Link, gateway: TestGateway, modules: number): Promise<RawGateway> {
  const connection = await openRawGateway({ port: link.port, ...gateway, keepAliveS: KEEP_ALIVE_S });
  const acknowledged = new Promise<void>((resolve) => connection.onAcknowledged(() => resolve()));
  const birth = encodeJson(createModuleBirth(gateway.sn, modules));
  connection.send(encodePublish(topicOf.upBirth(gateway.sn), birth, BIRTH_PACKET_ID));
  await acknowledged;
  return connection;
}

export async function openGateways(
  link: Link,
  gateways: readonly TestGateway[],
  modules: number,
): Promise<ConnectedGateways> {
  const connections: RawGateway[] = [];
  let disconnected = 0;
  for (const gateway of gateways) {
    const connection = await openGateway(link, gateway, modules);
    connection.closed.then(
      () => disconnected++,
      () => disconnected++,
    );
    connections.push(connection);
  }
  return {
    connections,
    checkConnected() {
      if (disconnected > 0) throw new Error(`${disconnected} gateways were disconnected during the run`);
    },
    end() {
      for (const connection of connections) connection.end();
    },
  };
}
