import type { Birth, Data, Event } from "@heliograph/protocol";
import type { MqttClient } from "mqtt";
import { connectAsync } from "mqtt";
import type { NewDevice } from "./api.ts";
import { mqttUrl } from "./server.ts";

const REV = 1;
const COLUMNS = 3;

/** What one unit reports. */
export interface UnitReport {
  readonly voltageV: number;
  readonly currentA: number;
  readonly tempC: number;
  readonly energyWh: number;
  readonly signalDbm: number;
  /** As the device link numbers it; 4, tracking its best power, where nothing is said. */
  readonly status?: number;
}

export interface Gateway {
  /** One report of all units, all at `at`; resolved when the server has stored it. */
  report(units: readonly UnitReport[], at?: number): Promise<void>;
  /** Reports under an inventory the server does not know yet; the reply announces that inventory. */
  reportUnknown(units: readonly UnitReport[], at: number): Promise<() => Promise<void>>;
  /** Events of units, all at the same time; resolved when the server has stored them. */
  notify(events: Event["e"]): Promise<void>;
  close(): Promise<void>;
}

/** Claims the gateway with its registration code, signs in and announces `unitCount` optimizers. */
export async function startGateway({ sn, code }: NewDevice, unitCount: number): Promise<Gateway> {
  const secret = await claim(sn, code);
  const client = await connectAsync(mqttUrl(), { clientId: sn, username: sn, password: secret });
  const up = (part: string, body: unknown) =>
    client.publishAsync(`hg/1/${sn}/up/${part}`, JSON.stringify(body), { qos: 1 });
  await up("state", { v: 1, on: 1, session: 1, rev: REV, clock: "ntp" });
  await up("birth", birth(sn, unitCount));
  let sequence = 0;
  let nextRev = REV + 1;
  return {
    async reportUnknown(units, at) {
      sequence += 1;
      const rev = nextRev++;
      await up("history", { ...data(units, sequence, at), rev });
      return async () => {
        await up("birth", { ...birth(sn, unitCount), rev });
      };
    },
    async report(units, at = Date.now()) {
      sequence += 1;
      await up("data", data(units, sequence, at));
    },
    async notify(events) {
      sequence += 1;
      const event: Event = { v: 1, rev: REV, s: sequence, t: Date.now(), e: events };
      await up("event", event);
    },
    async close() {
      await client.endAsync();
    },
  };
}

async function claim(sn: string, code: string): Promise<string> {
  const client: MqttClient = await connectAsync(mqttUrl(), {
    clientId: `claim.${sn}`,
    username: `claim.${sn}`,
    password: code,
  });
  const reply = new Promise<string>((resolve) => {
    client.once("message", (_topic, payload) => resolve(payload.toString()));
  });
  await client.subscribeAsync(`hg/1/${sn}/claim/down`, { qos: 1 });
  await client.publishAsync(`hg/1/${sn}/claim/up`, JSON.stringify({ v: 1 }), { qos: 1 });
  const { secret } = JSON.parse(await reply) as { secret: string };
  await client.endAsync();
  return secret;
}

function birth(sn: string, unitCount: number): Birth {
  return {
    v: 1,
    session: 1,
    rev: REV,
    t: Date.now(),
    clock: "ntp",
    gateway: { sn, type: "DCON", model: "DC-500", hw: "1.0", sw: "2.4.1", hplc: "1.1" },
    interval: 60,
    cap: ["fast"],
    units: Array.from({ length: unitCount }, (_, index) => [
      index + 1,
      `${sn.replace("DC", "OP")}-${index + 1}`,
      "OPT",
      "MX-600",
      "1.2",
      "3.0",
      { parent: 0, pos: `A${index + 1}` },
    ]),
    columns: {
      [COLUMNS]: [
        ["vi", "V", 0.01],
        ["ii", "A", 0.001],
        ["tp", "C", 0.1],
        ["eh", "Wh", 1],
        ["rs", "dBm", 1],
        ["st", "", 1],
      ],
    },
  };
}

function data(units: readonly UnitReport[], sequence: number, at: number): Data {
  return {
    v: 1,
    rev: REV,
    s: sequence,
    t: at,
    c: COLUMNS,
    d: [
      units.map((_, index) => index + 1),
      units.map(({ voltageV }) => Math.round(voltageV * 100)),
      units.map(({ currentA }) => Math.round(currentA * 1000)),
      units.map(({ tempC }) => Math.round(tempC * 10)),
      units.map(({ energyWh }) => Math.round(energyWh)),
      units.map(({ signalDbm }) => signalDbm),
      units.map(({ status }) => status ?? 4),
    ],
  };
}
