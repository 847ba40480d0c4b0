import { DISCOVERY_PREFIX, VALUE_PREFIX } from "./mqtt-topics.ts";

/** Name of the file for Mosquitto's folder of configurations. */
export const MQTT_BRIDGE_FILE = "heliograph.conf";

/** Configuration of a Mosquitto broker that brings the plants of a key to it, at the address of this server (docs/home-assistant.md). */
export function createMqttBridge(url: string, key: string): string {
  const { protocol, host } = new URL(url);
  return [
    "connection heliograph",
    `address ${host}`,
    ...(protocol === "mqtts:" ? ["bridge_capath /etc/ssl/certs"] : []),
    "remote_username heliograph",
    `remote_password ${key}`,
    "cleansession true",
    "notifications_local_only true",
    `notification_topic ${VALUE_PREFIX}/connection`,
    `topic ${DISCOVERY_PREFIX}/# in 0`,
    `topic ${VALUE_PREFIX}/# in 0`,
    "",
  ].join("\n");
}
