import type { Language, PlantStatus, StationRow } from "@heliograph/contract";
import { formatMessage, plantStatus } from "@heliograph/contract";
import { DISCOVERY_PREFIX, VALUE_PREFIX } from "@heliograph/contract/mqtt-topics";

/** Payloads by topic; all are retained. */
export type Messages = Map<string, string>;

/** `1` while the subscriber is connected; a bridge overwrites it with `0` when it has lost the connection. */
const CONNECTION_TOPIC = `${VALUE_PREFIX}/connection`;
const SILENT: readonly PlantStatus[] = ["offline", "waiting"];

interface SensorContext {
  readonly row: StationRow;
  readonly language: Language;
}

const connected = { topic: CONNECTION_TOPIC, payload_available: "1", payload_not_available: "0" };

const energy = {
  platform: "sensor",
  device_class: "energy",
  state_class: "total_increasing",
  unit_of_measurement: "kWh",
};

/** Sensors of a plant as Home Assistant defines them, by the name of their value; those of hidden values are left out. */
function describeSensors({ row, language }: SensorContext): Record<string, object> {
  const reporting = { topic: `${VALUE_PREFIX}/${row.stationId}/availability` };
  return {
    power: {
      name: formatMessage(language, "column.plant.powerW"),
      platform: "sensor",
      device_class: "power",
      state_class: "measurement",
      unit_of_measurement: "W",
      // The last value of a plant that does not report is not its power.
      availability: [connected, reporting],
    },
    ...(row.energyTodayKwh !== null && {
      energy_today: { name: formatMessage(language, "mqtt.energyToday"), ...energy },
    }),
    ...(row.energyTotalKwh !== null && {
      energy_total: { name: formatMessage(language, "mqtt.energyTotal"), ...energy },
    }),
    status: {
      name: formatMessage(language, "column.plant.status"),
      platform: "sensor",
      device_class: "enum",
      options: plantStatus.options,
    },
    ...(row.openAlarms !== null && {
      open_alarms: {
        name: formatMessage(language, "column.plant.openAlarms"),
        platform: "sensor",
        state_class: "measurement",
      },
    }),
  };
}

/** The discovery document of a plant: one device with its sensors (Home Assistant 2024.11 or newer). */
function describeDevice(context: SensorContext, consoleUrl: string): object {
  const { stationId, name } = context.row;
  const deviceId = `${VALUE_PREFIX}_${stationId}`;
  const sensors = Object.entries(describeSensors(context)).map(([key, sensor]) => [
    key,
    { ...sensor, unique_id: `${deviceId}_${key}`, value_template: `{{ value_json.${key} }}` },
  ]);
  return {
    device: { identifiers: [deviceId], name, manufacturer: "Heliograph", configuration_url: consoleUrl },
    origin: { name: "Heliograph" },
    components: Object.fromEntries(sensors),
    state_topic: `${VALUE_PREFIX}/${stationId}/state`,
    availability: [connected],
    availability_mode: "all",
  };
}

/** Fewer digits also mean fewer messages. */
const round = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits));

const describeValues = (row: StationRow): object => ({
  power: round(row.powerW, 0),
  energy_today: round(row.energyTodayKwh, 3),
  energy_total: round(row.energyTotalKwh, 3),
  status: row.status,
  open_alarms: row.openAlarms,
});

/** All that a subscriber to these plants receives, in this order: documents come before the values they describe. */
export function createMessages(
  rows: readonly StationRow[],
  { language, linkTo }: { language: Language; linkTo(stationId: string): string },
): Messages {
  const documents = rows.map((row) => {
    const topic = `${DISCOVERY_PREFIX}/device/${VALUE_PREFIX}_${row.stationId}/config`;
    return [topic, JSON.stringify(describeDevice({ row, language }, linkTo(row.stationId)))] as const;
  });
  const values = rows.flatMap((row) => {
    const topic = `${VALUE_PREFIX}/${row.stationId}`;
    const isReporting = !SILENT.includes(row.status);
    return [
      [`${topic}/availability`, isReporting ? "online" : "offline"],
      [`${topic}/state`, JSON.stringify(describeValues(row))],
    ] as const;
  });
  return new Map([...documents, [CONNECTION_TOPIC, "1"], ...values]);
}
