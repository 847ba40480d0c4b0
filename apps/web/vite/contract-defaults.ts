import { configurationSettings } from "@heliograph/contract";
import type { Plugin } from "vite";

const name = "virtual:configuration";

/** Gives the browser what holds of the configuration until the server has been asked. */
export function contractDefaults(): Plugin {
  const defaults = JSON.stringify(configurationSettings.parse({}));
  return {
    name: "contract-defaults",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export const defaults = ${defaults};` : undefined),
  };
}
