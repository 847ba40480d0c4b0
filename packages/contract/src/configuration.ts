import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import type { MessageKey } from "./messages/en.ts";
import { clearable, language, line, requiredLine } from "./primitives.ts";
import { isMapTileAddress, isServerAddress, isStoreAddress } from "./web-addresses.ts";

const because = (key: MessageKey) => ({ error: key });
const emptyOr = (isRight: (text: string) => boolean, key: MessageKey) =>
  line(200).refine((text) => text === "" || isRight(text), because(key));

const serverAddress = emptyOr(isServerAddress, "field.serverAddress");
const storeAddress = emptyOr(isStoreAddress, "field.storeAddress");
const tileAddress = emptyOr(isMapTileAddress, "field.mapTileAddress");

/** Range and default of the configurable minimum page width, px (R9.3). */
export const MINIMUM_WIDTH = { min: 1024, max: 2560, default: 1520 } as const;

/** Name shown beside the mark and before titles. */
const brand = requiredLine(40);
const minimumWidth = z.int().min(MINIMUM_WIDTH.min).max(MINIMUM_WIDTH.max);
/** Version of the user agreement in force. */
const agreementVersion = requiredLine(20);
/** Languages the console offers, in the order of its menu. */
const languages = z
  .array(language)
  .min(1)
  .max(language.options.length)
  .refine((list) => new Set(list).size === list.length, because("field.twice"));

/** Settings of the operator that the web app reads at run time; each field has a default. */
export const configurationSettings = z.strictObject({
  brand: brand.default("Heliograph"),
  /** Consoles people may choose between (R1.15); an empty address means this one. */
  servers: z
    .strictObject({
      china: serverAddress.default(""),
      international: serverAddress.default(""),
      southeastAsia: serverAddress.default(""),
    })
    .prefault({}),
  minimumWidth: minimumWidth.default(MINIMUM_WIDTH.default),
  /** Address of map tiles with `{z}`, `{x}` and `{y}`; empty for the drawn map. */
  mapTileUrl: tileAddress.default(""),
  /** Who made the tiles, as their licence asks, shown on the map; empty for the name of their server. */
  mapAttribution: line(100).default(""),
  storeLinks: z
    .strictObject({ ios: storeAddress.default(""), android: storeAddress.default("") })
    .prefault({}),
  agreementVersion: agreementVersion.default("1.0"),
  languages: languages.default([...language.options]),
});
export type ConfigurationSettings = z.output<typeof configurationSettings>;

const configuration = z.object({
  ...configurationSettings.shape,
  /** Counts the changes; a change names the revision it is based on. */
  revision: z.int(),
});

export const getConfiguration = defineEndpoint({
  method: "GET",
  path: "/system/config/get",
  summary: "Settings of the web app",
  access: { who: "public", scope: { kind: "none" } },
  data: z.object({
    ...configuration.shape,
    /** File name of the entry script of the web app this server serves now; null where it serves none. */
    webEntry: z.string().nullable(),
  }),
  errors: [],
  cache: "bypass",
  duringMaintenance: true,
});

export const updateConfiguration = defineEndpoint({
  method: "POST",
  path: "/system/config/update",
  summary: "Set what the web app needs at run time",
  access: { who: ["system:config"], scope: { kind: "platform" } },
  body: z.strictObject({
    revision: z.int(),
    brand: brand.optional(),
    servers: z
      .strictObject({
        china: clearable(serverAddress),
        international: clearable(serverAddress),
        southeastAsia: clearable(serverAddress),
      })
      .optional(),
    minimumWidth: minimumWidth.optional(),
    mapTileUrl: clearable(tileAddress),
    mapAttribution: clearable(line(100)),
    storeLinks: z.strictObject({ ios: clearable(storeAddress), android: clearable(storeAddress) }).optional(),
    agreementVersion: agreementVersion.optional(),
    languages: languages.optional(),
  }),
  data: configuration,
  errors: ["A0230", "A0300", "A0400", "A0440"],
  invalidates: ["/system/config/get", "/system/config/history"],
});
