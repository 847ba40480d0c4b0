import { GROWTH_BOUND, MAX_STILL_MS } from "@heliograph/solar";
import { between } from "./sample-bounds-sql.ts";

/**
 * Search for the readings before and after a range. `near`: the last and next one of each unit, near the range; `far`: the
 * last one however old; `second`: the last two and the next two, where one may be a single impossible reading.
 */
export type ReadingSearch = "near" | "far" | "second";

// The newest arrival of an instant counts, as in the merged table.
const adjacentReading = (order: "argMin" | "argMax", time: "min" | "max") => `
  select
    plant,
    device,
    slot,
    any(kind) as kind,
    ${time}(toUnixTimestamp64Milli(at)) as ms,
    ${order}(
      (assumeNotNull(eh), is_history),
      (toUnixTimestamp64Milli(at), ${order === "argMin" ? "-" : ""}toUnixTimestamp64Milli(received_at))
    ) as reading
  from samples`;

const readings =
  "select plant, device, slot, kind, toUnixTimestamp64Milli(at) as ms, (assumeNotNull(eh), is_history) as reading";

// Units that reported in or after the range, with fewer readings shortly before it than the search needs.
const unitsWithoutNear = (search: ReadingSearch) => `
  select plant, device, slot
  from samples prewhere ${between("nearFromAt", "nearToAt")}
  where eh is not null
  group by plant, device, slot
  having uniqExactIf(at, at < {fromAt:DateTime64(3)}) < ${search === "second" ? 2 : 1}`;

const isFar = (search: ReadingSearch) => `
  plant in {plants:Array(UInt32)} and day <= toDate({nearFromAt:DateTime64(3)}) and at < {nearFromAt:DateTime64(3)}
    and eh is not null and (plant, device, slot) in (${unitsWithoutNear(search)})`;

const nearest = `
  ${adjacentReading("argMax", "max")} prewhere ${between("nearFromAt", "stillFromAt")}
  where eh is not null
  group by plant, device, slot
  union all
  ${adjacentReading("argMin", "min")} prewhere ${between("toAt", "nearToAt")}
  where eh is not null
  group by plant, device, slot`;

const farthest = `${adjacentReading("argMax", "max")} where ${isFar("far")} group by plant, device, slot`;

const twoNearest = `
  ${readings} from samples final prewhere ${between("nearFromAt", "stillFromAt")}
  where eh is not null order by at desc limit 2 by plant, device, slot
  union all
  ${readings} from samples final where ${isFar("second")}
  order by at desc limit 2 by plant, device, slot
  union all
  ${readings} from samples final prewhere ${between("toAt", "nearToAt")}
  where eh is not null order by at limit 2 by plant, device, slot`;

const adjacentReadings: Record<ReadingSearch, string> = {
  near: nearest,
  far: `${farthest} union all ${nearest}`,
  second: twoNearest,
};

// `energy/judge-readings.ts` in packages/solar is the same rule for reading.
const canHaveGrown = (from: "1" | "2", to: "0" | "1") => {
  const ms = { "0": "ms", "1": "ms_1" }[to];
  const wh = { "0": "wh", "1": "wh_1" }[to];
  const since = `least(ms_${from}, greatest(still_${from}, ${ms} - {stillMs:Int64}))`;
  const ratedWh = `rated_w * (${ms} - ${since}) / 3600000`;
  return `${wh} - wh_${from} <= greatest({margin:Float64} * ${ratedWh}, ${ratedWh} + {counterStepWh:Float64})`;
};

const ratedPower = `
  transform(
    device, {ratedDevices:Array(UInt32)}, {ratedW:Array(Float64)},
    multiIf(
      kind = 'DCON', transform(plant, {plants:Array(UInt32)}, {meterW:Array(Float64)}, 0.),
      kind in ('SCON', 'MCON'), transform(plant, {plants:Array(UInt32)}, {stringW:Array(Float64)}, 0.),
      {moduleW:Float64}
    )
  )`;

// Values of the reading before in the order of time, and before that; 0 where there is none.
const shift = (values: string) => `arrayPushFront(arrayPopBack(${values}), 0)`;

// Between the readings the unit was at another slot, which counts what it produced there.
const isAcrossReturn = `
  has({returnDevices:Array(UInt32)}, device) and arrayExists(
    (return_plant, return_device, return_slot, return_ms) -> return_plant = plant and return_device = device
      and return_slot = slot and base_ms < return_ms and ms >= return_ms,
    {returnPlants:Array(UInt32)}, {returnDevices:Array(UInt32)}, {returnSlots:Array(UInt32)}, {returnMs:Array(Int64)}
  )`;

/**
 * Steps of each unit's counter between readings in the range and beside it: `base_ms`, `base_wh` → `ms`, `wh`, whether
 * the unit `can_have_grown` so much, and whether the later reading `is_history`.
 */
export const counterSteps = (search: ReadingSearch) => `
  select
    plant, device, slot, kind, ms, wh, is_history,
    wh < wh_1 and wh >= wh_2 and ms_2 > 0
      and not (${canHaveGrown("2", "1")}) and (${canHaveGrown("2", "0")}) as is_after_spike,
    if(is_after_spike, ms_2, ms_1) as base_ms,
    if(is_after_spike, wh_2, wh_1) as base_wh,
    is_after_spike or (${canHaveGrown("1", "0")}) as can_have_grown
  from (
    select
      plant, device, slot, any(kind) as kind, ${ratedPower} as rated_w,
      arraySort(groupArray((ms, reading))) as sorted,
      sorted.1 as all_ms, sorted.2 as all_readings, all_readings.1 as all_wh,
      arrayFill((ms, difference) -> difference != 0, all_ms, arrayDifference(all_wh)) as all_still,
      ${shift("all_ms")} as all_ms_1, ${shift("all_wh")} as all_wh_1, ${shift("all_still")} as all_still_1
    from (
      ${adjacentReadings[search]}
      union all
      ${readings} from samples final prewhere ${between("stillFromAt", "toAt")}
      where eh is not null
    )
    group by plant, device, slot
  )
  array join
    all_ms as ms, all_wh as wh, all_readings.2 as is_history,
    all_ms_1 as ms_1, all_wh_1 as wh_1, all_still_1 as still_1,
    ${shift("all_ms_1")} as ms_2, ${shift("all_wh_1")} as wh_2, ${shift("all_still_1")} as still_2
  where ms_1 > 0 and not (${isAcrossReturn})`;

/** Parameters of `counterSteps` beside the bounds. */
export const stepParameters = { ...GROWTH_BOUND, stillMs: MAX_STILL_MS };

/** The search that each plant needs for a range; plants without any report are absent. */
export const readingSearches = `
  select plant, max(is_without_near) as isWithoutNear, max(has_fall) as hasFall
  from (
    select
      plant,
      countIf(at < {fromAt:DateTime64(3)}) = 0 as is_without_near,
      ifNull(maxIf(eh, at < {fromAt:DateTime64(3)}) > minIf(eh, at >= {fromAt:DateTime64(3)}), 0)
        or ifNull(
          argMinIf(eh, (at, -toUnixTimestamp64Milli(received_at)), at >= {toAt:DateTime64(3)})
            > minIf(eh, at >= {toAt:DateTime64(3)}), 0
        ) as has_fall
    from samples prewhere ${between("nearFromAt", "nearToAt")}
    where eh is not null
    group by plant, device, slot
  )
  group by plant`;

/**
 * Plants with a unit whose counter is lower than at its last reading, which is older than the range's near past: that
 * reading may be a single impossible one, so the one before it is needed too.
 */
export const fallsSinceFar = `
  select distinct plant
  from (${farthest}) as last
  inner join (
    select plant, device, slot, min(assumeNotNull(eh)) as min_wh
    from samples prewhere ${between("fromAt", "nearToAt")}
    where eh is not null
    group by plant, device, slot
  ) as since using (plant, device, slot)
  where last.reading.1 > since.min_wh`;
