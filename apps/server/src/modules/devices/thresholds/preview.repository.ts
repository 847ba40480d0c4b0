import { UNIT_STATUS } from "@heliograph/protocol";
import type { InstantRange } from "@heliograph/solar";
import { sql } from "kysely";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { listedInScope } from "../../base/access/scope-sql.ts";
import type { LimitKey } from "./thresholds.repository.ts";

export interface PreviewPlant {
  readonly plantKey: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Plants to which a limit would apply: one of the caller's, or all without a limit of their own. */
export async function listPreviewPlants(
  db: Db,
  scope: Scope,
  { stationId, deviceType, quantity, side }: LimitKey & { stationId?: string | undefined },
): Promise<PreviewPlant[]> {
  const ofPlants =
    stationId === undefined
      ? sql`not exists (
          select from plant_alarm_thresholds t
          where t.plant_id = p.id and t.device_type = ${deviceType} and t.quantity = ${quantity} and t.side = ${side}
        )`
      : sql`p.id = ${stationId}`;
  const { rows } = await sql<PreviewPlant>`
    select p.key as "plantKey", p.latitude, p.longitude from plants p
    where ${listedInScope(scope, "alarms")} and ${ofPlants}`.execute(db);
  return rows;
}

export interface RunsInput {
  readonly plantKeys: readonly number[];
  readonly kind: string;
  readonly quantity: LimitKey["quantity"];
  readonly range: InstantRange;
  /** Values are multiplied by it, as are both limits: -1 for a low limit. */
  readonly sign: 1 | -1;
  readonly raise: number;
  readonly clear: number;
  readonly isOfProduction: boolean;
  /** Steps of which only the most extreme value counts; undefined for each sample. */
  readonly stepS: number | undefined;
  /** Samples further apart do not belong to one run. */
  readonly gapMs: number;
  readonly limit: number;
}

/** Samples of a device in a row that are all beyond the raise value (2), between the values (1), or past the clear value (0). */
export interface Run {
  readonly plantKey: number;
  readonly deviceKey: number;
  readonly state: 0 | 1 | 2;
  readonly fromMs: number;
  readonly toMs: number;
}

const VALUES: Readonly<Record<LimitKey["quantity"], string>> = {
  voltage: "coalesce(vi, vo)",
  current: "coalesce(ii, io)",
  temperature: "tp",
};

const { mppt, throttled, fault, other } = UNIT_STATUS;
/** As `isProducing`. */
const producing = `coalesce(sw, 1) = 1 and coalesce(st, ${mppt}) in (${mppt}, ${throttled}, ${fault}, ${other})`;

// Conditions on the sort key alone: with FINAL only those may be in a PREWHERE, which has to be written explicitly.
const inRange = `plant in {plantKeys:Array(UInt32)} and day between {fromDay:Date} and {toDay:Date}
  and at >= {fromAt:DateTime64(3)} and at < {toAt:DateTime64(3)}`;

const rangeOf = ({ range, plantKeys, kind }: Pick<RunsInput, "range" | "plantKeys" | "kind">) => ({
  plantKeys,
  kind,
  ...range,
  fromDay: new Date(range.fromAt),
  toDay: new Date(range.toAt),
});

/** Stored rows that a preview would read, and when the first of them with the quantity was measured, ms; 0 for none. */
export async function countSamples(
  clickhouse: Pick<ClickHouse, "query">,
  input: Pick<RunsInput, "plantKeys" | "kind" | "quantity" | "range">,
): Promise<{ total: number; firstMs: number }> {
  const [row] = await clickhouse.query<{ total: string; firstMs: string }>(
    `select count() as total, minIf(toUnixTimestamp64Milli(at), isNotNull(${VALUES[input.quantity]})) as firstMs
    from samples prewhere ${inRange} where kind = {kind:String}`,
    rangeOf(input),
  );
  return { total: Number(row?.total ?? 0), firstMs: Number(row?.firstMs ?? 0) };
}

/** Runs of the devices that had a value beyond the limit, by device and time. */
export async function listRuns(clickhouse: Pick<ClickHouse, "query">, input: RunsInput): Promise<Run[]> {
  const { sign, raise, clear, stepS, gapMs, limit, isOfProduction } = input;
  const value = `${VALUES[input.quantity]} * {sign:Int8}`;
  const chosen = `kind = {kind:String} and isNotNull(${VALUES[input.quantity]})${isOfProduction ? ` and ${producing}` : ""}`;
  const devices = `device in (
    select device from samples prewhere ${inRange} where ${chosen} and ${value} > {raise:Float64} group by device
  )`;
  const samples = `select plant, device, toUnixTimestamp64Milli(at) as ms, assumeNotNull(${value}) as value
    from samples final prewhere ${inRange} where ${chosen} and ${devices}`;
  const steps =
    stepS === undefined
      ? samples
      : `select plant, device, intDiv(ms, {stepMs:Int64}) * {stepMs:Int64} as ms, max(value) as value
         from (${samples}) group by plant, device, ms`;
  const rows = await clickhouse.query<Omit<Run, "fromMs" | "toMs"> & { fromMs: string; toMs: string }>(
    `select plant as plantKey, device as deviceKey, any(state) as state, min(ms) as fromMs, max(ms) as toMs
    from (
      select plant, device, ms, state, sum(isNew) over (partition by plant, device order by ms) as run
      from (
        select plant, device, ms, multiIf(value > {raise:Float64}, 2, value <= {clear:Float64}, 0, 1) as state,
          state != lagInFrame(state, 1, 9) over w or ms - lagInFrame(ms) over w > {gapMs:Int64} as isNew
        from (${steps})
        window w as (partition by plant, device order by ms rows between unbounded preceding and current row)
      )
    )
    group by plant, device, run
    order by plantKey, deviceKey, fromMs
    limit {limit:UInt32}`,
    {
      ...rangeOf(input),
      sign,
      raise,
      clear,
      gapMs,
      limit,
      ...(stepS !== undefined && { stepMs: stepS * 1000 }),
    },
  );
  return rows.map((row) => ({ ...row, fromMs: Number(row.fromMs), toMs: Number(row.toMs) }));
}
