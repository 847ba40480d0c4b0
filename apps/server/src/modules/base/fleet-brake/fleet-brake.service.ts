import type { BodyOf, DataInputOf, endpoints, MessageKey } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Actor, Scope } from "../access/scope.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { NOTICE_LIFETIME_MS, writeNotice } from "../notices/notices.service.ts";
import {
  decideBrake,
  findAccount,
  findBrake,
  forgetActs,
  insertBrake,
  listBrakes,
  listRecipients,
  lockActs,
  lockBrake,
  noteActs,
} from "./fleet-brake.repository.ts";

const WINDOW_MS = 60_000;
/** Different plants within a minute on which an account may act alone. */
const PLANTS_A_MINUTE = 5;
/** How long an account goes on after a second person has confirmed. */
const CONFIRMED_MS = 15 * 60_000;
/** From this number of plants shut down within a minute every ROOT gets a mail. */
const ALERT_FROM_SHUTDOWNS = 10;

/** Of what an account may not do while it is stopped. */
export const BRAKE_REFUSAL = { code: "A0440", messageKey: "message.fleetBrake" } as const;

export const toBrakeError = (): AppError =>
  new AppError(BRAKE_REFUSAL.code, { messageKey: BRAKE_REFUSAL.messageKey });

export type FleetBrakeService = ReturnType<typeof createFleetBrakeService>;

/** Stops acts of one account on many plants until a second person has confirmed them. */
export function createFleetBrakeService({ db, clock }: { db: Db; clock: Clock }) {
  const now = () => new Date(clock.now());
  const alertedAt = new Map<string, number>();

  async function notify(
    trx: Transaction,
    about: { accountId: string; companyId?: string; userName: string; count: number },
    [subject, text]: readonly [MessageKey, MessageKey],
  ): Promise<void> {
    const params = { name: about.userName, count: about.count };
    for (const { email: to, language } of await listRecipients(trx, about))
      await writeNotice(trx, {
        to,
        language,
        subject,
        text,
        params,
        now: clock.now(),
        lifetimeMs: NOTICE_LIFETIME_MS,
      });
  }

  async function stop(trx: Transaction, accountId: string, plantCount: number, address: string) {
    const stopped = await insertBrake(trx, { accountId, plantCount, at: now() });
    if (!stopped) return;
    const { companyId, userName } = stopped;
    await writeAudit(trx, {
      kind: "security",
      type: "fleetBrake.stop",
      actorId: accountId,
      companyId,
      address,
      new: { plants: plantCount },
    });
    const about = { accountId, companyId, userName, count: plantCount };
    await notify(trx, about, ["mail.fleetBrake.subject", "mail.fleetBrake.text"]);
  }

  /**
   * Within a transaction: whether the account may act on these plants. Commit when it may not, since the stop is written in
   * it, and throw `toBrakeError()` afterwards.
   */
  async function check(
    trx: Transaction,
    { scope, address }: Actor,
    plantIds: readonly string[],
  ): Promise<boolean> {
    const { accountId } = scope;
    if (accountId === undefined) return true;
    await lockActs(trx, accountId);
    const at = now();
    const brake = await findBrake(trx, accountId);
    if (brake?.isOpen) return false;
    if (brake?.untilAt != null && brake.untilAt > at) return true;
    const since = new Date(at.getTime() - WINDOW_MS);
    const count = await noteActs(trx, { accountId, plantIds, at, since });
    if (count <= PLANTS_A_MINUTE) return true;
    await stop(trx, accountId, count, address);
    return false;
  }

  return {
    /** Call before a reset, a close, an ignition or a change of parameters. Throws A0440 while the account is stopped. */
    async pass(actor: Actor, plantIds: readonly string[]): Promise<void> {
      if (!(await db.transaction().execute((trx) => check(trx, actor, plantIds)))) throw toBrakeError();
    },
    check,

    /** Whether the account's acts are refused until a second person has confirmed; notes nothing. */
    async isStopped({ accountId }: Pick<Scope, "accountId">): Promise<boolean> {
      return accountId !== undefined && (await findBrake(db, accountId))?.isOpen === true;
    },

    /** `count`: plants that the account has shut down within a minute. */
    async noteShutdown(
      { accountId, address }: { accountId?: string | undefined; address: string },
      count: number,
    ): Promise<void> {
      if (accountId === undefined || count < ALERT_FROM_SHUTDOWNS) return;
      const at = clock.now();
      if (at - (alertedAt.get(accountId) ?? Number.NEGATIVE_INFINITY) < WINDOW_MS) return;
      alertedAt.set(accountId, at);
      await db.transaction().execute(async (trx) => {
        const account = await findAccount(trx, accountId);
        if (!account) return;
        await writeAudit(trx, {
          kind: "security",
          type: "fleetBrake.manyShutdowns",
          actorId: accountId,
          address,
          companyId: account.companyId,
          new: { plants: count },
        });
        const about = { accountId, userName: account.userName, count };
        await notify(trx, about, ["mail.manyShutdowns.subject", "mail.manyShutdowns.text"]);
      });
    },

    async list(
      { scope, language }: Pick<Actor, "scope" | "language">,
      page: { page: number; pageSize: number },
    ): Promise<DataInputOf<typeof endpoints.fleetBrake.list>> {
      const { rows, total } = await listBrakes(db, scope, { ...page, language });
      return {
        rows: rows.map((row) => ({
          ...row,
          stoppedAt: row.stoppedAt.toISOString(),
          decidedAt: row.decidedAt?.toISOString() ?? null,
        })),
        total,
      };
    },

    /** A0440 for one's own acts, and once it is decided; a refused stop can still be confirmed. */
    async decide(
      { scope, address }: Actor,
      { accountId, isConfirmed }: BodyOf<typeof endpoints.fleetBrake.decide>,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        if (accountId === scope.accountId) throw new AppError("A0440", { messageKey: "message.notOwnActs" });
        const brake = await lockBrake(trx, accountId);
        if (!brake || (brake.isRefused && !isConfirmed))
          throw new AppError("A0440", { messageKey: "message.brakeDecided" });
        const at = now();
        const untilAt = isConfirmed ? new Date(at.getTime() + CONFIRMED_MS) : null;
        await decideBrake(trx, {
          brakeId: brake.brakeId,
          decidedBy: scope.accountId,
          at,
          isConfirmed,
          untilAt,
        });
        await forgetActs(trx, accountId);
        await writeAudit(trx, {
          kind: "operation",
          type: isConfirmed ? "fleetBrake.confirm" : "fleetBrake.refuse",
          actorId: scope.accountId,
          companyId: brake.companyId,
          objectType: "account",
          objectId: accountId,
          address,
        });
      });
    },
  };
}
