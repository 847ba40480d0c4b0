import type { AuditType, BodyOf, DataInputOf, endpoints, LiveMessage } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { SiteWorkRow } from "./site-work.repository.ts";
import {
  hasSiteWork,
  insertSiteWork,
  listSiteWorks,
  lockSiteWorks,
  updateUntil,
} from "./site-work.repository.ts";
import type { Window } from "./site-work-rules.ts";
import { findEndProblems, findStartProblems, overlaps } from "./site-work-rules.ts";

/** Windows of a plant that are not over. */
const MAX_WINDOWS = 20;
/** Any of these permissions operates plants. */
const operating = ["alarm:clear", "device:command", "station:shutdown"] as const;

const toWindow = ({ fromAt, untilAt }: SiteWorkRow): Window => ({
  fromAt: fromAt.getTime(),
  untilAt: untilAt.getTime(),
});

const toIso = ({ fromAt, untilAt }: Window) => ({
  fromAt: new Date(fromAt).toISOString(),
  untilAt: new Date(untilAt).toISOString(),
});

interface Recorded {
  readonly type: AuditType;
  readonly original?: unknown;
  readonly new: unknown;
}

/** Site work at plants: until a window ends, notifications about the plant's alarms wait. */
export function createSiteWorkService({ db, bus, clock }: { db: Db; bus: Bus; clock: Clock }) {
  /** Applies a change to the plant's windows that are not over, with the audit row it returns. */
  async function change<Result>(
    { scope, address }: Actor,
    plant: PlantAccess,
    apply: (
      trx: Transaction,
      options: { rows: readonly SiteWorkRow[]; now: number },
    ) => Promise<{ result: Result; recorded: Recorded | undefined }>,
  ): Promise<Result> {
    const { plantId } = plant;
    const now = clock.now();
    const { result, recorded } = await db.transaction().execute(async (trx) => {
      const locked = await lockSiteWorks(trx, plant, new Date(now));
      if (!locked) throw new AppError("A0404");
      const applied = await apply(trx, { rows: locked.rows, now });
      if (applied.recorded)
        await writeAudit(trx, {
          kind: "operation",
          ...applied.recorded,
          actorId: scope.accountId,
          companyId: locked.companyId,
          plantId,
          objectType: "station",
          objectId: plantId,
          address,
        });
      return applied;
    });
    const message = { type: "siteWork", stationId: plantId } satisfies LiveMessage;
    if (recorded) bus.publish(`plant.${plantId}.siteWork`, message);
    return result;
  }

  function check(window: Window, others: readonly SiteWorkRow[], now: number): void {
    const problems = findEndProblems(window, now);
    if (problems.length > 0) throw new AppError("A0400", { fields: problems });
    if (others.some((other) => overlaps(window, toWindow(other))))
      throw new AppError("A0400", { fields: [{ path: "untilAt", key: "field.siteWorkOverlap" }] });
  }

  /** The window of a change. Throws A0404 when the plant has none with this id, A0440 when it is over. */
  async function get(
    trx: Transaction,
    plant: PlantAccess,
    { rows, siteWorkId }: { rows: readonly SiteWorkRow[]; siteWorkId: string },
  ): Promise<SiteWorkRow> {
    const found = rows.find((row) => row.siteWorkId === siteWorkId);
    if (found) return found;
    const isOver = await hasSiteWork(trx, plant, siteWorkId);
    throw isOver ? new AppError("A0440", { messageKey: "message.siteWorkOver" }) : new AppError("A0404");
  }

  async function moveEnd(
    trx: Transaction,
    actor: Actor,
    move: { type: AuditType; row: SiteWorkRow; untilAt: number; now: number },
  ): Promise<{ result: null; recorded: Recorded | undefined }> {
    const { type, row, untilAt, now } = move;
    const before = toWindow(row);
    if (before.untilAt === untilAt) return { result: null, recorded: undefined };
    const { siteWorkId } = row;
    const writing = { accountId: actor.scope.accountId, at: new Date(now) };
    await updateUntil(trx, { siteWorkId, untilAt: new Date(untilAt) }, writing);
    return {
      result: null,
      recorded: { type, original: toIso(before), new: toIso({ ...before, untilAt }) },
    };
  }

  return {
    async list(scope: Scope, plant: PlantAccess): Promise<DataInputOf<typeof endpoints.siteWork.list>> {
      const rows = await listSiteWorks(db, { scope, plant, now: new Date(clock.now()) });
      return {
        rows: rows.map((row) => ({ ...row, ...toIso(toWindow(row)) })),
        mayChange: operating.some((id) => scope.permissionIds.has(id)) && isLevelEnough(plant, "operate"),
      };
    },

    /** Throws A0400 when the window overlaps another, is too long or too far ahead. */
    add: (
      actor: Actor,
      plant: PlantAccess,
      body: BodyOf<typeof endpoints.siteWork.add>,
    ): Promise<{ siteWorkId: string }> =>
      change(actor, plant, async (trx, { rows, now }) => {
        const fromAt = body.fromAt === undefined ? now : Date.parse(body.fromAt);
        const fields = findStartProblems(fromAt, now);
        if (fields.length > 0) throw new AppError("A0400", { fields });
        const window = { fromAt, untilAt: Date.parse(body.untilAt) };
        check(window, rows, now);
        if (rows.length >= MAX_WINDOWS)
          throw new AppError("A0400", {
            fields: [{ path: "fromAt", key: "field.tooMany", params: { max: MAX_WINDOWS } }],
          });
        const { reason } = body;
        const work = { ...plant, fromAt: new Date(fromAt), untilAt: new Date(window.untilAt), reason };
        const writing = { accountId: actor.scope.accountId, at: new Date(now) };
        const siteWorkId = await insertSiteWork(trx, work, writing);
        return {
          result: { siteWorkId },
          recorded: { type: "siteWork.add", new: { ...toIso(window), reason } },
        };
      }),

    /** Throws A0440 when the window is over. */
    extend: (
      actor: Actor,
      plant: PlantAccess,
      body: BodyOf<typeof endpoints.siteWork.extend>,
    ): Promise<null> =>
      change(actor, plant, async (trx, { rows, now }) => {
        const row = await get(trx, plant, { rows, siteWorkId: body.siteWorkId });
        const untilAt = Date.parse(body.untilAt);
        const others = rows.filter((other) => other !== row);
        check({ fromAt: row.fromAt.getTime(), untilAt }, others, now);
        return await moveEnd(trx, actor, { type: "siteWork.extend", row, untilAt, now });
      }),

    /** Ends a window now; a planned one becomes empty. Throws A0440 when it is over. */
    end: (actor: Actor, plant: PlantAccess, siteWorkId: string): Promise<null> =>
      change(actor, plant, async (trx, { rows, now }) => {
        const row = await get(trx, plant, { rows, siteWorkId });
        const untilAt = Math.max(now, row.fromAt.getTime());
        return await moveEnd(trx, actor, { type: "siteWork.end", row, untilAt, now });
      }),
  };
}

export type SiteWorkService = ReturnType<typeof createSiteWorkService>;
