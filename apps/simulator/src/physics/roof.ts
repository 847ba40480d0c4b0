import type { BirthUnit } from "@heliograph/protocol";
import type { RoofArray, SiteGateway } from "../fleet.ts";
import { createRandom, gaussian, mixSeed, seedOfText } from "./random.ts";

/** One module and where it is. */
export interface RoofModule {
  readonly array: RoofArray;
  /** From 1. */
  readonly row: number;
  readonly column: number;
  /** Number of its string within the array, from 1, and its place in `strings` of the roof. */
  readonly string: number;
  readonly stringIndex: number;
  /** Share of its rated power that the module produces: manufacturing tolerance. */
  readonly tolerance: number;
  /** Lifetime reading of its counter when the simulation begins. */
  readonly counterStartWh: number;
  /** Index of its unit behind the gateway; undefined without electronics. */
  readonly unit: number | undefined;
}

export interface RoofString {
  readonly array: RoofArray;
  readonly number: number;
  readonly modules: number[];
  readonly unit: number | undefined;
}

/** The modules, strings and units behind one gateway. */
export interface Roof {
  readonly modules: readonly RoofModule[];
  readonly strings: readonly RoofString[];
  readonly units: readonly BirthUnit[];
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, "0");

function pickSn(given: readonly string[] | undefined, index: number, made: string): string {
  if (given === undefined) return made;
  const sn = given[index];
  if (sn === undefined) throw new Error(`there is no serial number for unit ${index + 1} of ${made}`);
  return sn;
}

/** Lays out the roof behind a gateway; units are numbered strings first, array by array. */
export function layOutRoof(gateway: SiteGateway, seed: number): Roof {
  const modules: RoofModule[] = [];
  const strings: RoofString[] = [];
  const units: BirthUnit[] = [];
  const random = createRandom(mixSeed(seed, seedOfText(gateway.sn), 11));
  for (const array of gateway.arrays) {
    const count = array.rows * array.columns;
    const perString = Math.ceil(count / array.strings);
    const firstString = strings.length;
    for (let number = 1; number <= array.strings; number++) {
      let unit: number | undefined;
      if (array.stringDevice !== "none") {
        unit = units.length + 1;
        const made = `${gateway.sn}-${array.name}-S${pad(number, 2)}`.toUpperCase();
        units.push([
          unit,
          pickSn(array.stringSns, number - 1, made),
          array.stringDevice,
          array.stringModel ?? (array.stringDevice === "SCON" ? "SC-20" : "MC-200"),
          "1.1",
          "2.0.3",
          { parent: 0, pos: `${array.name}-S${number}` },
        ]);
      }
      strings.push({ array, number, modules: [], unit });
    }
    for (let index = 0; index < count; index++) {
      const [row, column] = [Math.floor(index / array.columns) + 1, (index % array.columns) + 1];
      const string = Math.floor(index / perString) + 1;
      const stringIndex = firstString + string - 1;
      let unit: number | undefined;
      if (array.moduleDevice !== "none") {
        unit = units.length + 1;
        const made = `${gateway.sn}-${array.name}-${pad(index + 1, 3)}`.toUpperCase();
        units.push([
          unit,
          pickSn(array.moduleSns, index, made),
          array.moduleDevice,
          array.moduleModel ?? (array.moduleDevice === "OPT" ? "MX-600" : "RS-2"),
          "1.2",
          "3.0.1",
          {
            parent: strings[stringIndex]!.unit ?? 0,
            pos: `${array.name}${row}-${column}`,
            rated: array.moduleW,
            tilt: array.tiltDeg,
            az: array.azimuthDeg,
          },
        ]);
      }
      strings[stringIndex]!.modules.push(modules.length);
      // Makers sort within about ±1.5 %.
      const tolerance = 1 + Math.min(Math.max(gaussian(random) * 0.006, -0.015), 0.015);
      const { counterStartWh: starts } = array;
      const counterStartWh = typeof starts === "number" ? starts : starts[index]!;
      modules.push({ array, row, column, string, stringIndex, tolerance, counterStartWh, unit });
    }
  }
  return { modules, strings, units };
}
