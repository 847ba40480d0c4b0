import type {
  DataInputOf,
  EvidenceAge,
  endpoints,
  Language,
  MessageKey,
  QueryOf,
} from "@heliograph/contract";
import { formatMessage, isHeldState } from "@heliograph/contract";
import type { DeviceModel } from "@heliograph/protocol";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { hidesLayout, isLevelEnough } from "../../base/access/plant-access.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { FleetBrakeService } from "../../base/fleet-brake/fleet-brake.service.ts";
import { BRAKE_REFUSAL } from "../../base/fleet-brake/fleet-brake.service.ts";
import { listEvidenceAges } from "./evidence-age.repository.ts";
import { summarizeEvidence } from "./evidence-age.ts";
import { listHolds } from "./hold-list.ts";
import { findLastDrill } from "./last-drill.repository.ts";
import { findBrokenRow, listLedger } from "./ledger.repository.ts";
import { listMarks } from "./marks.repository.ts";
import { mayRelease } from "./press-record.ts";
import { findListedOperation, findSafety, listCountedGateways, listNames } from "./safety.repository.ts";
import { readCurrentFacts } from "./safety-change.ts";
import type { Refusal } from "./safety-rules.ts";
import { refuseReset, refuseStop, refuseUnits } from "./safety-rules.ts";
import { WANTED_STATE } from "./safety-states.ts";
import type { SafetyUnitRow } from "./shown-units.repository.ts";
import { countUnits, listUnits } from "./shown-units.repository.ts";
import type { StorageNotes } from "./storage-notes.service.ts";
import { listStringMembers } from "./string-voltages.repository.ts";
import { createRatedVoltages, sumStrings } from "./string-voltages.ts";
import { listShownOperations } from "./unit-operations.repository.ts";
import { stateOfUnits } from "./unit-switch-rules.ts";

type View = DataInputOf<typeof endpoints.safety.get>;
type Verdict = { allowed: boolean; reason?: string };

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

function toUnit(row: SafetyUnitRow, evidence: EvidenceAge | null | undefined): View["units"][number] {
  return {
    ...row,
    // What was proven between two reads is not known to be recent.
    evidence: row.state === "open" ? (evidence ?? "old") : null,
    sentAt: toIso(row.sentAt),
    acknowledgedAt: toIso(row.acknowledgedAt),
    provenAt: toIso(row.provenAt),
    sampleAt: toIso(row.sampleAt),
    joinedAt: toIso(row.joinedAt),
  };
}

/** What is shown of the shutdown of a plant; changes nothing. */
export function createSafetyView({
  db,
  clock,
  models,
  brake,
  storageNotes,
}: {
  db: Db;
  clock: Clock;
  storageNotes: Pick<StorageNotes, "find">;
  models: readonly DeviceModel[];
  brake: Pick<FleetBrakeService, "isStopped">;
}) {
  const findRatedV = createRatedVoltages(models);

  /** Devices that are open by a command of their own, held or not, or not confirmed closed. */
  async function listUnitOperations(scope: Scope, plant: PlantAccess): Promise<View["unitOperations"]> {
    const rows = await listShownOperations(db, plant);
    const accountIds = rows.flatMap(({ authorId }) => (authorId === null ? [] : [authorId]));
    const names = await listNames(db, { scope, plant, accountIds });
    const now = new Date(clock.now());
    // After a release no evidence is taken.
    const operationIds = rows.flatMap((row) => (row.leftOpen === null ? [row.operationId] : []));
    const ages =
      operationIds.length === 0 ? [] : await listEvidenceAges(db, { operationIds, withDevices: false, now });
    return rows.map((row) => {
      const { device, kind, authorId, leftOpen, units, dark } = row;
      const isReleased = leftOpen !== null;
      const counts = isReleased
        ? { units: leftOpen, proven: 0, dark: 0 }
        : { units, proven: row[WANTED_STATE[kind]], dark };
      return {
        operationId: row.operationId,
        deviceId: device.deviceId,
        sn: device.sn,
        type: device.type,
        name: device.name,
        kind: kind === "shutdown" ? "open" : "close",
        isDrill: row.isDrill && !isReleased,
        state: isReleased ? "released" : stateOfUnits(row, counts, now),
        reason: row.reason,
        byName: (authorId !== null && names.get(authorId)) || null,
        isMine: authorId !== null && authorId === scope.accountId,
        acceptedAt: row.acceptedAt.toISOString(),
        deadlineAt: row.deadlineAt.toISOString(),
        counts,
        evidence: summarizeEvidence(ages.filter(({ operationId }) => operationId === row.operationId)),
        sampleAt: isReleased ? null : toIso(row.sampleAt),
        isConnected: row.isConnected,
      };
    });
  }

  /** A verdict for each operation of switches, as the page and `checkStationOp` say it. */
  async function checkOps(
    scope: Scope,
    plant: PlantAccess,
    language: Language,
  ): Promise<{ stop: Verdict; reset: Verdict; open: Verdict; close: Verdict }> {
    const { plantId } = plant;
    const facts = await readCurrentFacts(db, plantId);
    const braked = (await brake.isStopped(scope)) ? BRAKE_REFUSAL : undefined;
    const toVerdict = (
      permissionId: "station:shutdown" | "station:reset",
      refusal: Refusal | undefined,
    ): Verdict => {
      const deny = (key: MessageKey): Verdict => ({ allowed: false, reason: formatMessage(language, key) });
      if (!isLevelEnough(plant, "operate")) return deny("op.operate");
      if (!scope.isSuper && !scope.permissionIds.has(permissionId)) return deny("op.role");
      if (!refusal) return { allowed: true };
      return deny(refusal.messageKey ?? (`code.${refusal.code}` as MessageKey));
    };
    return {
      stop: toVerdict("station:shutdown", refuseStop(facts, scope.accountId)),
      reset: toVerdict("station:reset", refuseReset(facts, scope.accountId) ?? braked),
      open: toVerdict("station:shutdown", refuseUnits(facts, scope.accountId, "open")),
      close: toVerdict("station:reset", refuseUnits(facts, scope.accountId, "close") ?? braked),
    };
  }

  /** Whether the caller may end the hold, or a mark, of an account at a plant. */
  const mayReleaseOf = async (scope: Scope, plant: PlantAccess, accountId: string | null): Promise<boolean> =>
    isLevelEnough(plant, "operate") &&
    scope.permissionIds.has("station:reset") &&
    (await mayRelease(db, scope, accountId));

  return {
    /** State, holder, marks and evidence of a plant. */
    async get(
      scope: Scope,
      plant: PlantAccess,
      { withUnits }: Pick<QueryOf<typeof endpoints.safety.get>, "withUnits">,
    ): Promise<View> {
      const { plantId } = plant;
      const isLayoutHidden = hidesLayout(plant);
      const safety = await findSafety(db, plantId);
      const operationId = safety?.operationId ?? null;
      const operation =
        operationId === null ? undefined : await findListedOperation(db, { scope, operationId });
      const marks = await listMarks(db, plantId);
      const accountIds = marks.map(({ accountId }) => accountId);
      const names = await listNames(db, { scope, plant, accountIds });
      const { open, closed, ...counted } = await countUnits(db, { plantId, operationId });
      const units = withUnits ? await listUnits(db, { plantId, operationId, isLayoutHidden }) : [];
      const ages = await listEvidenceAges(db, {
        operationIds: operation ? [operation.id] : [],
        withDevices: withUnits,
        now: new Date(clock.now()),
      });
      const ageOf = new Map(ages.flatMap(({ deviceIds, evidence }) => deviceIds.map((id) => [id, evidence])));
      const wanted = WANTED_STATE[operation?.kind ?? "shutdown"];
      const state = safety?.state ?? "normal";
      const lastDrill = withUnits && !isHeldState(state) ? await findLastDrill(db, plantId) : undefined;
      return {
        state,
        operation: operation
          ? {
              operationId: operation.id,
              kind: operation.kind,
              isDrill: operation.isDrill,
              reason: operation.reason,
              byName: operation.byName,
              isMine: operation.authorId === scope.accountId,
              acceptedAt: operation.acceptedAt.toISOString(),
              deadlineAt: operation.deadlineAt.toISOString(),
              endedAt: toIso(operation.endedAt),
            }
          : null,
        marks: await Promise.all(
          marks.map(async ({ accountId, markId, note, markedAt }) => ({
            markId,
            byName: names.get(accountId) ?? null,
            isMine: accountId === scope.accountId,
            note,
            markedAt: markedAt.toISOString(),
            mayRelease: await mayReleaseOf(scope, plant, accountId),
          })),
        ),
        counts: { ...counted, proven: operation ? { open, closed }[wanted] : 0 },
        evidence: summarizeEvidence(ages),
        gateways: await listCountedGateways(db, plantId),
        unitOperations: await listUnitOperations(scope, plant),
        units: units.map((unit) => toUnit(unit, ageOf.get(unit.deviceId))),
        storage: storageNotes.find(plantId),
        lastDrill: lastDrill ? { ...lastDrill, startedAt: lastDrill.startedAt.toISOString() } : null,
        strings:
          // After its end no evidence is taken: what it shows is no longer so.
          withUnits && operation?.kind === "shutdown" && operation.endedAt === null
            ? sumStrings(
                await listStringMembers(db, { operationId: operation.id, isLayoutHidden }),
                findRatedV,
              )
            : [],
        mayRelease: isHeldState(state) && (await mayReleaseOf(scope, plant, operation?.authorId ?? null)),
      };
    },

    async ledger(
      scope: Scope,
      plant: PlantAccess,
      query: QueryOf<typeof endpoints.safety.ledger>,
    ): Promise<DataInputOf<typeof endpoints.safety.ledger>> {
      const { rows, total } = await listLedger(db, plant.plantId, query);
      const accountIds = rows.flatMap(({ actorId }) => (actorId === null ? [] : [actorId]));
      const names = await listNames(db, { scope, plant, accountIds });
      return {
        rows: rows.map((row) => ({
          number: row.number,
          at: row.at.toISOString(),
          kind: row.kind,
          byName: row.actorId === null ? null : (names.get(row.actorId) ?? null),
          address: row.address,
          detail: JSON.parse(row.detail) as Record<string, unknown>,
          hash: row.hash.toString("hex"),
        })),
        total,
        brokenAt: await findBrokenRow(db, plant.plantId),
      };
    },

    /** Plants in scope that are not in normal operation. */
    holds: (scope: Scope) => listHolds(db, scope, new Date(clock.now())),

    checkOps,
  };
}
