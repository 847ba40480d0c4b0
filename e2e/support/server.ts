/** One running product and its first account. */
export interface Place {
  http: string;
  mqtt: string;
  /** Everything it keeps. */
  data: string;
  /** Its PostgreSQL, where that is not in the folder. */
  database?: string;
  root: { account: string; password: string };
  /** Private key of the publisher whose firmware it accepts. */
  firmwareKey: string;
}

const variable = "E2E_SERVERS";

/** Called by global-setup.ts, before the workers start: they inherit its environment. */
export function writePlaces(places: readonly Place[]): void {
  process.env[variable] = JSON.stringify(places);
}

/** The product of this worker. */
function place(): Place {
  const { [variable]: written, TEST_PARALLEL_INDEX: index } = process.env;
  const found = written && (JSON.parse(written) as Place[])[Number(index)];
  if (!found) throw new Error(`${variable} is missing: run the specs through playwright.config.ts`);
  return found;
}

export const httpUrl = (): string => place().http;
export const mqttUrl = (): string => place().mqtt;
export const dataFolder = (): string => place().data;
export const databaseUrl = (): string | undefined => place().database;
export const firmwareKey = (): string => place().firmwareKey;
export const rootAccount = (): Place["root"] => place().root;
