import type { DemoArray, DemoPlant } from "./demo-plants.ts";

/** One device of a demo plant, in the order of the birth: the gateway, its strings, its modules. */
export interface DemoUnit {
  readonly sn: string;
  readonly type: "DCON" | "SCON" | "OPT";
  readonly parentSn: string | undefined;
  /** Name of its array; empty for the gateway. */
  readonly arrayName: string;
  readonly label: string;
  /** Modules behind the unit; 0 for the gateway. */
  readonly moduleCount: number;
  readonly ratedPowerW: number | undefined;
  /** Place of its upper left corner on the roof. */
  readonly xM: number;
  readonly yM: number;
}

/** From one module to the next. */
export const MODULE_WIDTH_M = 1.15;
export const MODULE_HEIGHT_M = 1.78;
const pad = (value: number, digits: number): string => String(value).padStart(digits, "0");

/** Strings of an array, then its modules. */
function listArrayUnits(array: DemoArray, prefix: string, gatewaySn: string): DemoUnit[] {
  const count = array.rows * array.columns;
  const perString = count / array.strings;
  const corner = (index: number) => ({
    xM: Math.round((index % array.columns) * MODULE_WIDTH_M * 100) / 100,
    yM: Math.round(Math.floor(index / array.columns) * MODULE_HEIGHT_M * 100) / 100,
  });
  const hasStrings = array.stringDevice === "SCON";
  const stringSn = (number: number): string => `${prefix}-${array.name}-S${pad(number, 2)}`;
  const strings = Array.from(
    { length: hasStrings ? array.strings : 0 },
    (_, index): DemoUnit => ({
      sn: stringSn(index + 1),
      type: "SCON",
      parentSn: gatewaySn,
      arrayName: array.name,
      label: `${array.name}-S${index + 1}`,
      moduleCount: perString,
      ratedPowerW: perString * array.moduleW,
      ...corner(index * perString),
    }),
  );
  const modules = Array.from(
    { length: array.moduleDevice === "OPT" ? count : 0 },
    (_, index): DemoUnit => ({
      sn: `${prefix}-${array.name}-${pad(index + 1, 3)}`,
      type: "OPT",
      parentSn: hasStrings ? stringSn(Math.floor(index / perString) + 1) : gatewaySn,
      arrayName: array.name,
      label: `${array.name}${Math.floor(index / array.columns) + 1}-${(index % array.columns) + 1}`,
      moduleCount: 1,
      ratedPowerW: array.moduleW,
      ...corner(index),
    }),
  );
  return [...strings, ...modules];
}

/** The devices of a plant; `prefix` begins every serial number. */
export function listUnits(plant: DemoPlant, prefix: string): DemoUnit[] {
  const gatewaySn = `${prefix}-GW`;
  const gateway: DemoUnit = {
    sn: gatewaySn,
    type: "DCON",
    parentSn: undefined,
    arrayName: "",
    label: "",
    moduleCount: 0,
    ratedPowerW: undefined,
    xM: 0,
    yM: 0,
  };
  return [gateway, ...plant.arrays.flatMap((array) => listArrayUnits(array, prefix, gatewaySn))];
}

/** Rated power of an array, W. */
export const ratedArrayW = ({ rows, columns, moduleW }: DemoArray): number => rows * columns * moduleW;

/** Rated power of a plant, W. */
export const ratedPowerW = ({ arrays }: DemoPlant): number =>
  arrays.reduce((sum, array) => sum + ratedArrayW(array), 0);
