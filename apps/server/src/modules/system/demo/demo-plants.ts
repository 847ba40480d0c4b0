import { EVENT_CODE } from "@heliograph/protocol/device-codes";

/** Monthly means of a place, January first. */
export interface DemoClimate {
  readonly temperatureC: readonly number[];
  /** Share of the clear sky's irradiance that arrives. */
  readonly clearSkyShare: readonly number[];
}

/** Where an array is, seen from above: its upper left corner and its rotation; blocks have aisles between them. */
export interface DemoRoof {
  readonly xM: number;
  readonly yM: number;
  readonly rotationDeg: number;
  readonly blockRows?: number;
  readonly blockColumns?: number;
}

/** Modules in rows, all alike. */
export interface DemoArray {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly tiltDeg: number;
  readonly azimuthDeg: number;
  readonly moduleW: number;
  readonly moduleDevice: "OPT" | "none";
  readonly strings: number;
  readonly stringDevice: "SCON" | "none";
  readonly roof: DemoRoof;
}

export interface DemoPlant {
  readonly key: string;
  readonly name: string;
  readonly ownerName: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly price: string;
  readonly investment: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitudeM: number;
  readonly address: string;
  readonly visibility: "public" | "concealed";
  readonly meteringLevel: "ac-meter" | "string" | "module";
  readonly climate: DemoClimate;
  readonly intervalS: number;
  readonly acMeter: boolean;
  /** Days are corrected by the AC meter, which is not the metering level. */
  readonly isCorrected: boolean;
  readonly pyranometer: boolean;
  readonly arrays: readonly DemoArray[];
  readonly faults: readonly DemoFault[];
}

/** A fault as in a fleet file. */
export interface DemoFault extends Readonly<Record<string, unknown>> {
  readonly kind: string;
  /** Day and hour at the plant at which it began; from the first report on when absent. */
  readonly began?: { readonly daysAgo: number; readonly hour: number };
}

// Monthly means computed from PVGIS typical years at 45.0 N 8.0 E (© European Union): air temperature, and global
// irradiance over that of an Ineichen clear sky of turbidity 3.
const PIEDMONT: DemoClimate = {
  temperatureC: [5.2, 7.0, 8.7, 12.4, 17.0, 22.5, 21.9, 22.1, 20.2, 15.0, 6.3, 4.1],
  clearSkyShare: [0.76, 0.75, 0.78, 0.61, 0.61, 0.86, 0.82, 0.82, 0.83, 0.77, 0.87, 0.88],
};
// The same from TMY3 723170, Greensboro Piedmont Triad (U.S. Department of Energy, NREL).
const GREENSBORO: DemoClimate = {
  temperatureC: [0.3, 5.0, 11.4, 14.7, 19.0, 23.6, 25.4, 24.8, 20.1, 13.1, 10.8, 4.2],
  clearSkyShare: [0.76, 0.71, 0.73, 0.75, 0.7, 0.74, 0.74, 0.75, 0.71, 0.75, 0.7, 0.79],
};
// The same from NSRDB PSM4, 2023 at 40.53 N 108.54 W (U.S. Department of Energy, NREL).
const COLORADO: DemoClimate = {
  temperatureC: [-7.2, -5.1, -2.3, 4.3, 13.1, 16.4, 23.6, 21.7, 16.4, 8.1, 1.1, -2.7],
  clearSkyShare: [0.78, 0.88, 0.82, 0.83, 0.75, 0.74, 0.81, 0.79, 0.85, 0.78, 0.75, 0.82],
};
// Not measured: the simulator's assumptions for any place at 31.2° north (docs/simulator.md).
const SHANGHAI: DemoClimate = {
  temperatureC: [14.3, 14.3, 16.1, 19.3, 23.0, 26.3, 28.1, 28.1, 26.3, 23.0, 19.3, 16.1],
  clearSkyShare: [0.58, 0.58, 0.6, 0.64, 0.68, 0.72, 0.74, 0.74, 0.72, 0.68, 0.64, 0.6],
};

/** The demo plants, the one with the shortest report interval first. */
export const demoPlants: readonly DemoPlant[] = [
  {
    key: "home",
    name: "Casa Alba",
    ownerName: "Demo family",
    timeZone: "Europe/Rome",
    currency: "EUR",
    price: "0.28",
    investment: "14800",
    latitude: 45,
    longitude: 8,
    altitudeM: 250,
    address: "Montaldo, Piemonte",
    visibility: "concealed",
    meteringLevel: "module",
    climate: PIEDMONT,
    intervalS: 60,
    acMeter: true,
    isCorrected: true,
    pyranometer: false,
    // The main roof and that of a wing.
    arrays: [
      {
        name: "A",
        rows: 3,
        columns: 4,
        tiltDeg: 30,
        azimuthDeg: 195,
        moduleW: 420,
        moduleDevice: "OPT",
        strings: 1,
        stringDevice: "none",
        roof: { xM: 0, yM: 0, rotationDeg: 15 },
      },
      {
        name: "B",
        rows: 2,
        columns: 4,
        tiltDeg: 30,
        azimuthDeg: 285,
        moduleW: 420,
        moduleDevice: "OPT",
        strings: 1,
        stringDevice: "none",
        roof: { xM: 9.6, yM: 0.4, rotationDeg: 105 },
      },
    ],
    // A chimney between the faces: its shadow shortens over the morning, and falls on the wing after noon.
    faults: [
      { kind: "shade", loss: 0.5, array: "A", rows: [1, 1], columns: [1, 3], hours: [7, 8.5] },
      { kind: "shade", loss: 0.55, array: "A", rows: [1, 1], columns: [2, 4], hours: [8.5, 9.75] },
      { kind: "shade", loss: 0.6, array: "A", rows: [1, 2], columns: [3, 4], hours: [9.75, 11] },
      { kind: "shade", loss: 0.6, array: "A", rows: [1, 1], columns: [4, 4], hours: [11, 12.25] },
      { kind: "shade", loss: 0.55, array: "B", rows: [2, 2], columns: [2, 2], hours: [13, 14.5] },
      { kind: "shade", loss: 0.5, array: "B", rows: [1, 2], columns: [2, 3], hours: [14.5, 16] },
      { kind: "shade", loss: 0.45, array: "B", rows: [1, 2], columns: [3, 4], hours: [16, 18] },
    ],
  },
  {
    key: "barn",
    name: "Rangely Barn",
    ownerName: "Demo ranch",
    timeZone: "America/Denver",
    currency: "USD",
    price: "0.145",
    investment: "27500",
    latitude: 40.53,
    longitude: -108.54,
    altitudeM: 2168,
    address: "Moffat County, Colorado",
    visibility: "concealed",
    meteringLevel: "string",
    climate: COLORADO,
    intervalS: 300,
    acMeter: false,
    isCorrected: false,
    pyranometer: false,
    arrays: [
      {
        name: "B",
        rows: 2,
        columns: 14,
        tiltDeg: 35,
        azimuthDeg: 180,
        moduleW: 440,
        moduleDevice: "none",
        strings: 4,
        stringDevice: "SCON",
        roof: { xM: 0, yM: 0, rotationDeg: 0 },
      },
    ],
    // A silo south of the middle: its shadow crosses the roof from west to east, here as at an equinox.
    faults: [
      { kind: "shade", loss: 0.45, array: "B", rows: [2, 2], columns: [1, 4], hours: [7.5, 8.5] },
      { kind: "shade", loss: 0.5, array: "B", rows: [1, 2], columns: [2, 5], hours: [8.5, 9.5] },
      { kind: "shade", loss: 0.5, array: "B", rows: [1, 2], columns: [4, 6], hours: [9.5, 10.5] },
      { kind: "shade", loss: 0.5, array: "B", rows: [1, 2], columns: [5, 7], hours: [10.5, 11.5] },
      { kind: "shade", loss: 0.5, array: "B", rows: [1, 2], columns: [6, 8], hours: [11.5, 12.5] },
      { kind: "shade", loss: 0.5, array: "B", rows: [1, 2], columns: [7, 9], hours: [12.5, 13.5] },
      { kind: "shade", loss: 0.5, array: "B", rows: [1, 2], columns: [8, 10], hours: [13.5, 14.5] },
      { kind: "shade", loss: 0.5, array: "B", rows: [1, 2], columns: [9, 12], hours: [14.5, 15.5] },
      { kind: "shade", loss: 0.5, array: "B", rows: [1, 2], columns: [11, 14], hours: [15.5, 16.5] },
      { kind: "shade", loss: 0.45, array: "B", rows: [2, 2], columns: [12, 14], hours: [16.5, 17.5] },
    ],
  },
  {
    key: "school",
    name: "Riverside School 滨江学校",
    ownerName: "Demo school district",
    timeZone: "Asia/Shanghai",
    currency: "CNY",
    price: "0.62",
    investment: "142000",
    latitude: 31.2,
    longitude: 121.5,
    altitudeM: 5,
    address: "Shanghai",
    visibility: "public",
    meteringLevel: "ac-meter",
    climate: SHANGHAI,
    intervalS: 300,
    acMeter: true,
    isCorrected: false,
    pyranometer: true,
    arrays: [
      {
        name: "D",
        rows: 4,
        columns: 16,
        tiltDeg: 20,
        azimuthDeg: 180,
        moduleW: 545,
        moduleDevice: "none",
        strings: 8,
        stringDevice: "SCON",
        roof: { xM: 0, yM: 0, rotationDeg: -8, blockColumns: 8 },
      },
    ],
    // Trees on the river bank in the east shade the roof in the morning, a higher wing in the west in the afternoon.
    faults: [
      { kind: "shade", loss: 0.4, array: "D", rows: [2, 4], columns: [9, 16], hours: [6.5, 7.5] },
      { kind: "shade", loss: 0.45, array: "D", rows: [1, 3], columns: [12, 16], hours: [7.5, 8.5] },
      { kind: "shade", loss: 0.45, array: "D", rows: [1, 3], columns: [14, 16], hours: [8.5, 10] },
      { kind: "shade", loss: 0.55, array: "D", rows: [1, 3], columns: [1, 2], hours: [13, 14.5] },
      { kind: "shade", loss: 0.55, array: "D", rows: [1, 3], columns: [1, 4], hours: [14.5, 15.5] },
      { kind: "shade", loss: 0.55, array: "D", rows: [1, 1], columns: [4, 7], hours: [15.5, 16.5] },
      { kind: "shade", loss: 0.55, array: "D", rows: [2, 3], columns: [1, 7], hours: [15.5, 16.5] },
      { kind: "shade", loss: 0.55, array: "D", rows: [2, 4], columns: [1, 14], hours: [16.5, 18] },
    ],
  },
  {
    key: "warehouse",
    name: "Gate City Warehouse",
    ownerName: "Demo logistics",
    timeZone: "America/New_York",
    currency: "USD",
    price: "0.112",
    investment: "268000",
    latitude: 36.1,
    longitude: -79.95,
    altitudeM: 273,
    address: "Greensboro, North Carolina",
    visibility: "concealed",
    meteringLevel: "string",
    climate: GREENSBORO,
    intervalS: 300,
    acMeter: false,
    isCorrected: false,
    pyranometer: false,
    arrays: [
      {
        name: "C",
        rows: 20,
        columns: 20,
        tiltDeg: 10,
        azimuthDeg: 170,
        moduleW: 480,
        moduleDevice: "OPT",
        strings: 20,
        stringDevice: "SCON",
        roof: { xM: 0, yM: 0, rotationDeg: -10, blockRows: 10, blockColumns: 10 },
      },
    ],
    faults: [
      { kind: "dead-unit", array: "C", rows: [7, 7], columns: [12, 12], began: { daysAgo: 1, hour: 6.5 } },
      // A unit that found an arc remains off and in fault until someone has been there, also by night.
      {
        kind: "unit-fault",
        code: EVENT_CODE.arcDetection,
        array: "C",
        rows: [15, 15],
        columns: [4, 4],
        began: { daysAgo: 2, hour: 11.7 },
      },
      // Stairwells in the corners of the south: one's shadow shortens over the morning, the other's grows after noon.
      { kind: "shade", loss: 0.45, array: "C", rows: [16, 20], columns: [14, 20], hours: [6, 8] },
      { kind: "shade", loss: 0.45, array: "C", rows: [17, 20], columns: [16, 20], hours: [8, 10] },
      { kind: "shade", loss: 0.45, array: "C", rows: [18, 20], columns: [18, 20], hours: [10, 11.5] },
      { kind: "shade", loss: 0.45, array: "C", rows: [18, 20], columns: [1, 3], hours: [13, 14.5] },
      { kind: "shade", loss: 0.45, array: "C", rows: [17, 20], columns: [1, 5], hours: [14.5, 16] },
      { kind: "shade", loss: 0.45, array: "C", rows: [16, 20], columns: [1, 7], hours: [16, 18] },
      { kind: "soiling", loss: 0.18, array: "C", rows: [11, 11] },
      { kind: "radio-loss", share: 0.25, array: "C", rows: [1, 3], columns: [1, 4] },
      { kind: "string-down", array: "C", string: 5, began: { daysAgo: 1, hour: 13.2 } },
    ],
  },
];
