import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DeviceModel } from "./device-model.ts";
import { deviceModelSchema } from "./device-model.ts";

const OWN_FOLDER = join(import.meta.dirname, "../models");

function readModel(path: string): DeviceModel {
  try {
    return deviceModelSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new Error(`${path} is no device model: ${(cause as Error).message}`, { cause });
  }
}

const readFolder = (folder: string): DeviceModel[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => readModel(join(folder, name)));

/** The device models of the product and those of a folder, which come first. Throws for a file that is no device model. */
export function readDeviceModels(folder?: string): readonly DeviceModel[] {
  return [...(folder === undefined ? [] : readFolder(folder)), ...readFolder(OWN_FOLDER)];
}
