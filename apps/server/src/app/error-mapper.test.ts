import { Writable } from "node:stream";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { expect, test } from "vitest";
import { AppError } from "../errors.ts";
import { toRefusal } from "./error-mapper.ts";
import { InputError } from "./input.ts";

function map(error: unknown, language: "en" | "zh-cn" = "en") {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const place = { place: "GET /somewhere", requestId: "a-request" };
  const refusal = toRefusal(error, { language, logger: pino(sink), ...place });
  return { ...refusal, log: lines.join("") };
}

test("responds to an unknown error with B0001 and the id of the request, and logs both with the cause [R8.6]", () => {
  const { httpStatus, body, log } = map(new Error("secret password in a message"));
  expect(httpStatus).toBe(500);
  expect(body).toEqual({ code: "B0001", data: { id: "a-request" }, msg: "System error", status: 500 });
  expect(JSON.stringify(body)).not.toContain("secret");
  expect(JSON.parse(log)).toMatchObject({ requestId: "a-request" });
  expect(log).toContain("GET /somewhere");
});

test("responds with B0300 when the database is unavailable", async () => {
  const pool = new pg.Pool({ host: "/nowhere/at/all", connectionTimeoutMillis: 500 });
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const error = await sql`select 1`.execute(db).catch((cause: unknown) => cause);
  await db.destroy();
  expect(map(error)).toMatchObject({ httpStatus: 503, body: { code: "B0300", status: 503 } });
  expect(map(new Error("outer", { cause: Object.assign(new Error("x"), { code: "57P01" }) })).body.code).toBe(
    "B0300",
  );
});

test("responds to a refusal with its code, message and fields in the caller's language, and logs nothing", () => {
  const fields = [{ path: "sn", key: "code.A0150" as const }];
  const { httpStatus, body, log } = map(new AppError("A0150", { fields }), "zh-cn");
  expect(httpStatus).toBe(409);
  expect(body).toEqual({
    code: "A0150",
    data: { fields: [{ path: "sn", message: "SN已存在" }] },
    msg: "SN已存在",
    status: 409,
  });
  expect(log).toBe("");
  expect(map(new AppError("B0210", { messageKey: "message.shutdownOffline" })).body.msg).toBe(
    "Device offline, unable to shut down",
  );
  expect(map(new AppError("A0501", { retryAfterS: 8 })).retryAfterS).toBe(8);
});

test("responds to invalid input with A0400, and to a concurrently taken value with A0111", () => {
  expect(map(new InputError([{ path: "name", key: "field.required" }])).body).toMatchObject({
    code: "A0400",
    data: { fields: [{ path: "name", message: "This field is required." }] },
  });
  expect(map(Object.assign(new Error("duplicate key"), { code: "23505" })).body.code).toBe("A0111");
});
