import type { DemoPlant } from "./demo-plants.ts";

/** One device of a demo plant, in the order of the birth: the gateway, its strings, its modules. */
export interface DemoUnit {
  readonly sn: string;
  readonly type: "DCON" | "SCON" | "OPT";
  readonly parentSn: string | undefined;
  readonly label: string;
  /** Modules behind the unit; 0 for the gateway. */
  readonly moduleCount: number;
  readonly ratedPowerW: number | undefined;
  /** Place of its upper left corner on the roof. */
  readonly xM: number;
  readonly yM: number;
}

const MODULE_WIDTH_M = 1.15;
const MODULE_HEIGHT_M = 1.78;
const pad = (value: number, digits: number): string => String(value).padStart(digits, "0");

/** The devices of a plant; `prefix` begins every serial number. */
export function listUnits(plant: DemoPlant, prefix: string): DemoUnit[] {
  const { array } = plant;
  const count = array.rows * array.columns;
  const perString = count / array.strings;
  const gatewaySn = `${prefix}-GW`;
  const corner = (index: number) => ({
    xM: Math.round((index % array.columns) * MODULE_WIDTH_M * 100) / 100,
    yM: Math.round(Math.floor(index / array.columns) * MODULE_HEIGHT_M * 100) / 100,
  });
  const gateway: DemoUnit = {
    sn: gatewaySn,
    type: "DCON",
    parentSn: undefined,
    label: "",
    moduleCount: 0,
    ratedPowerW: undefined,
    xM: 0,
    yM: 0,
  };
  const hasStrings = array.stringDevice === "SCON";
  const stringSn = (number: number): string => `${prefix}-${array.name}-S${pad(number, 2)}`;
  const strings = Array.from(
    { length: hasStrings ? array.strings : 0 },
    (_, index): DemoUnit => ({
      sn: stringSn(index + 1),
      type: "SCON",
      parentSn: gatewaySn,
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
      label: `${array.name}${Math.floor(index / array.columns) + 1}-${(index % array.columns) + 1}`,
      moduleCount: 1,
      ratedPowerW: array.moduleW,
      ...corner(index),
    }),
  );
  return [gateway, ...strings, ...modules];
}

/** Rated power of a plant, W. */
export function ratedPowerW({ array }: DemoPlant): number {
  return array.rows * array.columns * array.moduleW;
}
