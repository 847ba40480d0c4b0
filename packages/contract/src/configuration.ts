import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import type { MessageKey } from "./messages/en.ts";
import { language, line, requiredLine } from "./primitives.ts";
import { isMapTileAddress, isServerAddress, isStoreAddress } from "./web-addresses.ts";

const because = (key: MessageKey) => ({ error: key });
const emptyOr = (isRight: (text: string) => boolean, key: MessageKey) =>
  line(200).refine((text) => text === "" || isRight(text), because(key));

const serverAddress = emptyOr(isServerAddress, "field.serverAddress").default("");
const storeAddress = emptyOr(isStoreAddress, "field.storeAddress").default("");

/** Widths in px a page of the main layout may be asked to have at least; 1520 by default (R9.3). */
export const MINIMUM_WIDTH = { least: 1024, most: 2560, usual: 1520 } as const;

/** What the operator sets and the web app needs at run time; each field's default is what holds until it is set. */
export const configurationSettings = z.strictObject({
  /** Name shown beside the mark and before titles. */
  brand: requiredLine(40).default("Heliograph"),
  /** Consoles people may choose between (R1.15); an empty address means this one. */
  servers: z
    .strictObject({ china: serverAddress, international: serverAddress, southeastAsia: serverAddress })
    .prefault({}),
  minimumWidth: z.int().min(MINIMUM_WIDTH.least).max(MINIMUM_WIDTH.most).default(MINIMUM_WIDTH.usual),
  /** Address of map tiles with `{z}`, `{x}` and `{y}`; empty for the drawn map. */
  mapTileUrl: emptyOr(isMapTileAddress, "field.mapTileAddress").default(""),
  storeLinks: z.strictObject({ ios: storeAddress, android: storeAddress }).prefault({}),
  /** Version of the user agreement in force. */
  agreementVersion: requiredLine(20).default("1.0"),
  /** Languages the console offers, in the order of its menu. */
  languages: z
    .array(language)
    .min(1)
    .max(language.options.length)
    .refine((list) => new Set(list).size === list.length, because("field.twice"))
    .default([...language.options]),
});
export type ConfigurationSettings = z.output<typeof configurationSettings>;

const configuration = z.object({
  ...configurationSettings.shape,
  /** Counts the changes; a change names the one it was made from. */
  revision: z.int(),
});

export const getConfiguration = defineEndpoint({
  method: "GET",
  path: "/system/config/get",
  summary: "What the web app needs at run time",
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
    ...configurationSettings.shape,
    revision: z.int(),
  }),
  data: configuration,
  errors: ["A0230", "A0300", "A0400", "A0440"],
  invalidates: ["/system/config/get"],
});
