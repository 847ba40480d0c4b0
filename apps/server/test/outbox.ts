import { sql } from "kysely";
import type { Db } from "../src/infra/postgres/database.ts";
import type { TestApp } from "./app.ts";

export interface WrittenMessage {
  channel: string;
  subject: string;
  body: string;
}

/** Pending messages to an email or a phone, the oldest first. */
export async function listMessages(db: Db, recipient: string): Promise<WrittenMessage[]> {
  const { rows } = await sql<WrittenMessage>`
    select channel, subject, body from outbox where recipient = ${recipient} order by created_at, id`.execute(
    db,
  );
  return rows;
}

interface AskedCode {
  target: string;
  purpose: "register" | "forgot" | "bind";
  address?: string;
  /** The account that binds a contact. */
  authorization?: string;
}

async function listCodes(db: Db, target: string): Promise<string[]> {
  const messages = await listMessages(db, target);
  return messages.flatMap(({ body }) => /^Your code is (\d{6})\./.exec(body)?.[1] ?? []);
}

/** Requests a code like a user, and reads it from its message: messages written at the same time have no order. */
export async function obtainCode(
  server: TestApp,
  db: Db,
  { target, purpose, address, authorization }: AskedCode,
): Promise<string> {
  const before = await listCodes(db, target);
  const headers: Record<string, string> = address === undefined ? {} : { "x-forwarded-for": address };
  const { envelope } =
    purpose === "bind"
      ? await server.call("POST", "/user/settings/sendCode", { authorization, body: { target }, headers })
      : await server.call("GET", "/registry/sendCode", { query: { target, purpose }, headers });
  if (envelope.code !== "0") throw new Error(`no code: ${envelope.code}`);
  await server.services.registration.sendRequested();
  const code = (await listCodes(db, target)).find((each) => !before.includes(each));
  if (code === undefined) throw new Error(`no code in ${JSON.stringify(await listMessages(db, target))}`);
  return code;
}
