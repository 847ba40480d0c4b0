import { inject } from "vitest";
import type { Db } from "../../src/infra/postgres/database.ts";
import { RowCheck } from "./row-check.ts";

/** The database with a check of every row that a repository reads. */
export const checkRows = (db: Db): Db => db.withPlugin(new RowCheck(inject("rowTypes")));
