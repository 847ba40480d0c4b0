import type { DataOf, Endpoint, QueryInputOf } from "@heliograph/contract";
import { endpoints, envelope } from "@heliograph/contract";
import { TARIFFS_PER_PLANT } from "../apps/server/test/many-plants.ts";

export const MODULES_PER_PLANT = 20;

/** A signed-in caller, and the plant it reads. */
export interface HttpCaller {
  readonly authorization: string;
  readonly stationId: string;
  /** A day of the plant with samples. */
  readonly day: string;
  /** The modules of the plant, where their samples are read. */
  readonly moduleIds?: readonly string[];
}

/** A call as bench/http.ts measures it. */
export interface HttpCall {
  readonly name: string;
  /** CPU of the whole process tree per call at most, µs. */
  readonly maxCpuUs?: number;
  /** Address of the call for a caller, with its query. */
  pathOf(caller: HttpCaller): string;
  /** Throws unless a response has the data that were written: an empty one costs less. */
  checkBody(text: string): void;
}

export function defineCall<E extends Endpoint>(call: {
  name: string;
  endpoint: E;
  maxCpuUs?: number;
  queryOf?: (caller: HttpCaller) => QueryInputOf<E>;
  isWhole: (data: DataOf<E>) => boolean;
}): HttpCall {
  const { name, endpoint, maxCpuUs, queryOf, isWhole } = call;
  const body = envelope(endpoint.data);
  return {
    name,
    maxCpuUs,
    pathOf(caller) {
      const query = new URLSearchParams(queryOf?.(caller) as Record<string, string> | undefined);
      return `/api${endpoint.path}${query.size > 0 ? `?${query}` : ""}`;
    },
    checkBody(text) {
      const { data } = body.parse(JSON.parse(text));
      if (!isWhole(data as DataOf<E>))
        throw new Error(`the response to ${name} lacks data: ${text.slice(0, 500)}`);
    },
  };
}

export const ofPlant = ({ stationId }: HttpCaller) => ({ stationId });

export function defineList(name: string, plants: number): HttpCall {
  return defineCall({
    name,
    endpoint: endpoints.station.list,
    isWhole: ({ rows, total }) =>
      total === plants &&
      rows.length === Math.min(total, 20) &&
      rows.every(({ powerW, energyTotalKwh }) => Number(powerW) > 0 && Number(energyTotalKwh) > 0),
  });
}

export const defineDetail = (): HttpCall =>
  defineCall({
    name: "plant detail",
    endpoint: endpoints.station.get,
    maxCpuUs: 1_500,
    queryOf: ofPlant,
    isWhole: ({ unitCount, powerW, energyTotalKwh }) =>
      unitCount === MODULES_PER_PLANT && Number(powerW) > 0 && Number(energyTotalKwh) > 0,
  });

export const defineCurve = (): HttpCall =>
  defineCall({
    name: "plant curve",
    endpoint: endpoints.station.curve,
    queryOf: ({ stationId, day }) => ({ stationId, day }),
    isWhole: ({ source, points, expected }) =>
      source === "samples" && expected.length > 0 && points.every(({ powerW }) => powerW !== null),
  });

export const defineUserInfo = (): HttpCall =>
  defineCall({
    name: "getUserInfo",
    endpoint: endpoints.user.getUserInfo,
    maxCpuUs: 250,
    isWhole: ({ email, companyName }) => email !== null && companyName !== "",
  });

export const defineOverview = (plants: number): HttpCall =>
  defineCall({
    name: "home overview",
    endpoint: endpoints.home.getOverview,
    isWhole: ({ plantCount, energyTotalWh }) => plantCount === plants && Number(energyTotalWh) > 0,
  });

/** Calls of an owner, who sees `plants` plants. */
export function defineOwnerCalls(plants: number): readonly HttpCall[] {
  return [
    defineCall({
      name: "isSuper",
      endpoint: endpoints.user.isSuper,
      maxCpuUs: 100,
      isWhole: (isSuper) => !isSuper,
    }),
    defineUserInfo(),
    defineCall({
      name: "tariffs",
      endpoint: endpoints.station.tariffs,
      maxCpuUs: 1_000,
      queryOf: ofPlant,
      isWhole: ({ total }) => total === TARIFFS_PER_PLANT,
    }),
    defineDetail(),
    defineList("plant list", plants),
    defineCurve(),
  ];
}

/** Calls of the operator, who sees all plants. */
export const defineOperatorCalls = (plants: number): readonly HttpCall[] => [
  defineList("plant list", plants),
  defineOverview(plants),
];
