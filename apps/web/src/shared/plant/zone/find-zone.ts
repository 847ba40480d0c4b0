import type { Place } from "../../ui/map/projection.ts";
import { ZONE_NAMES, ZONE_TREE } from "./zone-tree.ts";

const COLUMNS = 48;
const ROWS = 24;
const BASE = 56;
const FIRST_CHARACTER = "#".charCodeAt(0);
const NUMBERS = BASE ** 2;

const names = ZONE_NAMES.split(" ");
const firstZone = NUMBERS - names.length;

const readNumber = (index: number): number =>
  BASE * (ZONE_TREE.charCodeAt(2 * index) - FIRST_CHARACTER) +
  (ZONE_TREE.charCodeAt(2 * index + 1) - FIRST_CHARACTER);

/** The IANA time zone at a place, under the name this browser has for it; undefined at sea. */
export function findZone({ latitude, longitude }: Place): string | undefined {
  // The last column and row include their outer edge.
  let x = Math.min(((longitude + 180) / 360) * COLUMNS, COLUMNS - 1e-9);
  let y = Math.min(((90 - latitude) / 180) * ROWS, ROWS - 1e-9);
  let [column, row] = [Math.floor(x), Math.floor(y)];
  let value = readNumber(row * COLUMNS + column);
  // Numbers below those of the zones are the distance to a cell that is split in four.
  for (let split = -1; value < firstZone; ) {
    split += value + 1;
    [x, y] = [(x - column) * 2, (y - row) * 2];
    [column, row] = [Math.floor(x), Math.floor(y)];
    value = readNumber(COLUMNS * ROWS + 4 * split + 2 * row + column);
  }
  const zone = names[value - firstZone];
  if (zone === undefined || zone.startsWith("Etc/")) return undefined;
  return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
}
