// Ratings of units whose own is unknown: above any module or string input on the market.
const DEFAULT_MODULE_W = 2_000;
const DEFAULT_STRING_W = 15_000;

// A meter may measure more than the capacity that a user entered.
const METER_FACTOR = 5;

// Strings of one plant differ; a combiner of a large plant carries far more than a string input.
const STRING_SHARE_FACTOR = 2;

/** Ratings that limit the energy the units of a plant can have produced. */
export interface PlantRatings {
  plantKey: number;
  /** Rating of a gateway's AC meter and of a string whose own is unknown. */
  meterW: number;
  stringW: number;
  /** Units with a known rating. */
  ratedDevices: readonly { deviceKey: number; ratedPowerW: number }[];
  /** Units that came back to a slot (0 without one) that they had left: what they counted meanwhile is not the slot's. */
  returns: readonly { deviceKey: number; slotKey: number; at: number }[];
}

/** Ratings of a plant of which no unit has a known one. */
export function assumeRatings(input: {
  plantKey: number;
  installedCapacityKwp: number;
  stringCount: number;
}): PlantRatings {
  const capacityW = input.installedCapacityKwp * 1000;
  return {
    plantKey: input.plantKey,
    meterW: METER_FACTOR * capacityW,
    stringW: Math.max(DEFAULT_STRING_W, (STRING_SHARE_FACTOR * capacityW) / Math.max(1, input.stringCount)),
    ratedDevices: [],
    returns: [],
  };
}

/** Parameters of a statement over the counters of these plants, in their order. */
export function ratingParameters(plants: readonly PlantRatings[]) {
  const rated = plants.flatMap(({ ratedDevices }) => ratedDevices);
  // The engine needs at least one entry; no device has the key 0.
  if (rated.length === 0) rated.push({ deviceKey: 0, ratedPowerW: 0 });
  const returns = plants.flatMap(({ plantKey, returns: own }) => own.map((each) => ({ plantKey, ...each })));
  if (returns.length === 0) returns.push({ plantKey: 0, deviceKey: 0, slotKey: 0, at: 0 });
  return {
    moduleW: DEFAULT_MODULE_W,
    stringW: plants.map(({ stringW }) => stringW),
    meterW: plants.map(({ meterW }) => meterW),
    ratedDevices: rated.map(({ deviceKey }) => deviceKey),
    ratedW: rated.map(({ ratedPowerW }) => ratedPowerW),
    returnPlants: returns.map(({ plantKey }) => plantKey),
    returnDevices: returns.map(({ deviceKey }) => deviceKey),
    returnSlots: returns.map(({ slotKey }) => slotKey),
    returnMs: returns.map(({ at }) => at),
  };
}
