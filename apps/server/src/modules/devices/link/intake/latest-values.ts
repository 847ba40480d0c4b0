import type { UnitType } from "@heliograph/protocol";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import type { BlockWrite, StateWrite, StoredUnit } from "./latest-values.repository.ts";
import {
  increaseVersions,
  insertBlocks,
  listBlocks,
  listUnits,
  lockBlocks,
  MAX_BLOCK_UNITS,
  writeBlocks,
  writeDown,
  writeStates,
  writeUp,
} from "./latest-values.repository.ts";
import type { UnitSample } from "./unit-values.ts";
import { hasSameState, isClosed } from "./unit-values.ts";

/** A unit's newest sample, and what is stored of the unit. */
export interface UnitState extends UnitSample {
  plantId: string | undefined;
  stored: StoredUnit;
}

/** A row of `latest_values` as this process knows it; `units` by position. */
interface Block {
  version: number;
  units: (UnitState | undefined)[];
}

/** The units of a gateway that this process serves. */
export interface GatewayUnits {
  readonly gatewayId: string;
  /** False before the first read, and after another process or gateway wrote what this one knew. */
  isLoaded: boolean;
  units: Map<string, UnitState>;
  blocks: Map<number, Block>;
  /** Units with a newer sample than the stored one. */
  readonly unwritten: Set<UnitState>;
}

/** A gateway whose units need places or other states, and the places found for them. */
interface Change {
  readonly gateway: GatewayUnits;
  /** Units that have no values yet or whose values are in a block of another gateway. */
  readonly arriving: readonly UnitState[];
  readonly from: readonly { id: number; version: number }[];
}

export const createGatewayUnits = (gatewayId: string): GatewayUnits => ({
  gatewayId,
  isLoaded: false,
  units: new Map(),
  blocks: new Map(),
  unwritten: new Set(),
});

const isInOwnBlock = ({ blocks }: GatewayUnits, { stored }: UnitState): boolean =>
  stored.blockId !== null && blocks.has(stored.blockId);

function listChangedBlocks(gateway: GatewayUnits): BlockWrite[] {
  const ids = new Set([...gateway.unwritten].map(({ stored }) => stored.blockId as number));
  // Array.from gives undefined for a position that was never taken.
  return [...ids].map((id) => {
    const { version, units } = gateway.blocks.get(id) as Block;
    return { id, version, units: Array.from(units) };
  });
}

function applyStored(gateway: GatewayUnits, stored: StoredUnit, kind: UnitType | undefined): void {
  const { deviceId } = stored;
  const sampleAt = stored.sampleAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const known = gateway.units.get(deviceId);
  const unit = known ?? { deviceId, kind, sampleAt, latest: stored.latest, plantId: undefined, stored };
  unit.stored = stored;
  if (sampleAt > unit.sampleAt) {
    unit.sampleAt = sampleAt;
    unit.latest = stored.latest;
    gateway.unwritten.delete(unit);
  }
  gateway.units.set(deviceId, unit);
  const block = stored.blockId === null ? undefined : gateway.blocks.get(stored.blockId);
  if (block) block.units[(stored.position as number) - 1] = unit;
}

/** Gives units a position in blocks of their gateway, which are enough. */
function assignPlaces({ blocks }: GatewayUnits, arriving: readonly UnitState[]): void {
  const rest = [...arriving];
  for (const [id, { units }] of blocks) {
    for (let index = 0; index < MAX_BLOCK_UNITS && rest.length > 0; index++) {
      if (units[index]) continue;
      const unit = rest.shift() as UnitState;
      units[index] = unit;
      unit.stored = { ...unit.stored, blockId: id, position: index + 1 };
    }
  }
}

function countFree({ blocks }: GatewayUnits): number {
  const taken = [...blocks.values()].map(({ units }) => units.filter((unit) => unit !== undefined).length);
  return taken.reduce((free, count) => free + MAX_BLOCK_UNITS - count, 0);
}

/** The latest values of units in PostgreSQL, and since when they are down. */
export function createLatestValues(db: Db) {
  /** Times of `down` events that no newer sample has ended, epoch ms by device. */
  const downs = new Map<string, number>();

  /** Whether the newest sample is the first one, or ends that the unit is down. */
  function isNewlyOnline({ deviceId, sampleAt, stored }: UnitState): boolean {
    const downAt = downs.get(deviceId);
    return downAt === undefined ? !stored.hasOnlineSince : downAt <= sampleAt;
  }

  const needsState = (gateway: GatewayUnits, unit: UnitState): boolean =>
    !isInOwnBlock(gateway, unit) || !hasSameState(unit.stored.latest, unit.latest) || isNewlyOnline(unit);

  function complete(gateway: GatewayUnits, blockIds: readonly number[]): void {
    for (const id of blockIds) (gateway.blocks.get(id) as Block).version += 1;
    for (const unit of gateway.unwritten) {
      const hasOnlineSince = unit.stored.hasOnlineSince || isNewlyOnline(unit);
      unit.stored = { ...unit.stored, hasOnlineSince, latest: unit.latest };
      if ((downs.get(unit.deviceId) ?? unit.sampleAt) <= unit.sampleAt) downs.delete(unit.deviceId);
    }
    gateway.unwritten.clear();
    gateway.isLoaded = true;
  }

  /** Values of units whose place and state are as before: one statement for all gateways. */
  async function saveValues(gateways: readonly GatewayUnits[]): Promise<void> {
    const blocks = gateways.map((gateway) => listChangedBlocks(gateway));
    const written = await writeBlocks(db, blocks.flat());
    for (const [index, gateway] of gateways.entries()) {
      const ids = (blocks[index] as BlockWrite[]).map(({ id }) => id);
      if (ids.every((id) => written.has(id))) complete(gateway, ids);
    }
  }

  async function createBlocks(trx: Transaction, changes: readonly Change[]): Promise<void> {
    const wanted = changes.flatMap(({ gateway, arriving }) => {
      const missing = Math.ceil((arriving.length - countFree(gateway)) / MAX_BLOCK_UNITS);
      return Array.from<string>({ length: Math.max(0, missing) }).fill(gateway.gatewayId);
    });
    const byId = new Map(changes.map(({ gateway }) => [gateway.gatewayId, gateway]));
    for (const { id, gatewayId, version } of await insertBlocks(trx, wanted))
      byId.get(gatewayId)?.blocks.set(id, { version, units: [] });
  }

  function toStateWrite(unit: UnitState, fromBlockId: number | null): StateWrite {
    return {
      deviceId: unit.deviceId,
      blockId: unit.stored.blockId as number,
      position: unit.stored.position as number,
      fromBlockId,
      isNewlyOnline: isNewlyOnline(unit),
      unitStatus: unit.latest.st ?? null,
      isClosed: isClosed(unit.latest),
    };
  }

  /**
   * Values, places and states together. A unit comes to the gateway only from where it was read: then its other gateway,
   * whose block changes as well, has not reported it since. Returns what is complete once the transaction is.
   */
  async function saveChanges(
    trx: Transaction,
    changes: readonly Change[],
    now: number,
  ): Promise<{ gateway: GatewayUnits; blockIds: number[] }[]> {
    await createBlocks(trx, changes);
    const locked = await lockBlocks(
      trx,
      changes.flatMap(({ gateway, from }) => [...gateway.blocks.keys(), ...from.map(({ id }) => id)]),
    );
    const placed = new Set<string>();
    const ready = changes.filter(({ gateway, from, arriving }) => {
      // Two gateways may report the same unit for the first time.
      const isTaken = arriving.some(({ deviceId }) => placed.has(deviceId));
      for (const { deviceId } of arriving) placed.add(deviceId);
      return (
        !isTaken &&
        from.every(({ id, version }) => locked.get(id) === version) &&
        [...gateway.blocks].every(([id, { version }]) => locked.get(id) === version) &&
        countFree(gateway) >= arriving.length
      );
    });
    const blocks: BlockWrite[][] = [];
    const states: StateWrite[][] = [];
    for (const { gateway, arriving } of ready) {
      const changed = [...gateway.unwritten].filter((unit) => needsState(gateway, unit));
      const fromIds = changed.map(({ stored }) => stored.blockId);
      assignPlaces(gateway, arriving);
      blocks.push(listChangedBlocks(gateway));
      states.push(changed.map((unit, index) => toStateWrite(unit, fromIds[index] ?? null)));
    }
    await writeBlocks(trx, blocks.flat());
    await increaseVersions(trx, [...new Set(ready.flatMap(({ from }) => from.map(({ id }) => id)))]);
    const written = await writeStates(trx, states.flat(), now);
    return ready.flatMap(({ gateway }, index) =>
      states[index]?.every(({ deviceId }) => written.has(deviceId))
        ? [{ gateway, blockIds: (blocks[index] as BlockWrite[]).map(({ id }) => id) }]
        : [],
    );
  }

  function toChange(gateway: GatewayUnits): Change {
    const arriving = [...gateway.unwritten].filter((unit) => !isInOwnBlock(gateway, unit));
    const from = arriving.flatMap(({ stored: { blockId, version } }) =>
      blockId === null || version === null ? [] : [{ id: blockId, version }],
    );
    return { gateway, arriving, from };
  }

  return {
    /** Reads what is stored of the units, with those that the gateways' blocks hold beside them; newer samples stay. */
    async load(
      wanted: readonly { gateway: GatewayUnits; kinds: ReadonlyMap<string, UnitType> }[],
    ): Promise<void> {
      if (wanted.length === 0) return;
      const blocks = await listBlocks(
        db,
        wanted.map(({ gateway }) => gateway.gatewayId),
      );
      const deviceIds = wanted.flatMap(({ gateway: { gatewayId, units }, kinds }) => [
        gatewayId,
        ...units.keys(),
        ...kinds.keys(),
      ]);
      const stored = await listUnits(db, {
        deviceIds: [...new Set(deviceIds)],
        blockIds: blocks.map(({ id }) => id),
      });
      for (const { deviceId, downAt, sampleAt } of stored) {
        const isDown = downAt !== null && (sampleAt === null || downAt > sampleAt);
        if (isDown && !downs.has(deviceId)) downs.set(deviceId, downAt.getTime());
      }
      const byId = new Map(stored.map((unit) => [unit.deviceId, unit]));
      const byBlock = Map.groupBy(stored, ({ blockId }) => blockId);
      const byGateway = Map.groupBy(blocks, ({ gatewayId }) => gatewayId);
      for (const { gateway, kinds } of wanted) {
        const own = byGateway.get(gateway.gatewayId) ?? [];
        gateway.blocks = new Map(own.map(({ id, version }) => [id, { version, units: [] }]));
        const beside = own.flatMap(({ id }) => byBlock.get(id) ?? []);
        const ids = new Set([
          ...gateway.units.keys(),
          ...kinds.keys(),
          ...beside.map((unit) => unit.deviceId),
        ]);
        const isRegistered = byId.has(gateway.gatewayId);
        for (const id of ids) {
          const unit = byId.get(id);
          if (isRegistered && unit) applyStored(gateway, unit, kinds.get(id));
          else deleteUnit(gateway, id);
        }
        gateway.isLoaded = true;
      }
    },
    /** Writes the unwritten units. A gateway that is not loaded afterwards was not written: read it again, then retry. */
    async save(gateways: readonly GatewayUnits[], now: number): Promise<void> {
      const isChanged = (gateway: GatewayUnits) =>
        [...gateway.unwritten].some((unit) => needsState(gateway, unit));
      const { changed = [], same = [] } = Object.groupBy(gateways, (gateway) =>
        isChanged(gateway) ? "changed" : "same",
      );
      // Also when a statement fails: it may have been carried out.
      for (const gateway of gateways) gateway.isLoaded = false;
      await saveValues(same);
      const { moving = [], others = [] } = Object.groupBy(changed.map(toChange), ({ from }) =>
        from.length > 0 ? "moving" : "others",
      );
      // A gateway to which units move is written alone: one of them may have a newer sample among the rest.
      for (const changes of [others, ...moving.map((change) => [change])]) {
        if (changes.length === 0) continue;
        const saved = await db.transaction().execute((trx) => saveChanges(trx, changes, now));
        for (const { gateway, blockIds } of saved) complete(gateway, blockIds);
      }
    },
    isDown: (deviceId: string): boolean => downs.has(deviceId),
    /** A unit reported `down` or `up`; resolves when that is written. */
    async setDown(deviceId: string, isDown: boolean, at: number): Promise<void> {
      const before = downs.get(deviceId);
      if (!isDown) {
        downs.delete(deviceId);
        await writeUp(db, deviceId, at);
        return;
      }
      // Before it is written, so that a sample that is written at the same time does not end it.
      downs.set(deviceId, Math.max(at, before ?? at));
      if (await writeDown(db, deviceId, at)) return;
      if (before === undefined) downs.delete(deviceId);
      else downs.set(deviceId, before);
    },
  };
}

function deleteUnit(gateway: GatewayUnits, deviceId: string): void {
  const unit = gateway.units.get(deviceId);
  if (!unit) return;
  gateway.units.delete(deviceId);
  gateway.unwritten.delete(unit);
}
