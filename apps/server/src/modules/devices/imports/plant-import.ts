import type { DeviceType } from "@heliograph/contract";
import type { Batch, Claim, DeviceBatches } from "../devices/device-batch.service.ts";
import { canBeParent, compareLevels } from "../devices/device-batch.service.ts";
import type { ImportRow } from "./import-rows.ts";
import type { ImportStep } from "./import-step.ts";
import { ROWS_PER_STEP } from "./import-step.ts";

interface Parent {
  readonly id: string;
  readonly type: DeviceType;
  /** Set when the file adds it. */
  readonly row?: ImportRow;
}

interface Checked {
  readonly claims: ReadonlyMap<string, Claim>;
  readonly parents: ReadonlyMap<string, Parent>;
  /** The one gateway of the plant and the file: parent of the units that name none. */
  readonly gatewayId: string | null;
}

const PROBLEM_OF = {
  refused: { field: "registrationCode", key: "importRow.wrongCode" },
  taken: { field: "sn", key: "code.A0150" },
  unchecked: { field: "registrationCode", key: "importRow.tooManyWrong" },
} as const;

function checkParent(
  row: ImportRow,
  type: DeviceType,
  parent: Parent | undefined,
  parentRow: ImportRow | undefined,
): void {
  if (row.parentSn === "") return;
  // A device of the plant may be in the file as well: then its row has a problem that does not concern its units.
  const isWrong = (parent === undefined || parent.row !== undefined) && (parentRow?.problems.length ?? 0) > 0;
  if (isWrong && parentRow)
    row.problems.push({ field: "parentSn", key: "importRow.parentWrong", params: { row: parentRow.row } });
  else if (!parent) row.problems.push({ field: "parentSn", key: "importRow.parentMissing" });
  else if (!canBeParent(parent.type, type))
    row.problems.push({ field: "parentSn", key: "importRow.parentLevel" });
}

/** Imports devices into a plant: `check` finds what is wrong with rows, `write` adds those without problems. */
export function createPlantImport(devices: DeviceBatches, plantId: string) {
  async function claimAll(
    step: ImportStep,
    batch: Batch,
    rows: readonly ImportRow[],
  ): Promise<Map<string, Claim>> {
    const claims = new Map<string, Claim>();
    const claimed = rows.filter(({ problems }) => problems.length === 0);
    for (let from = 0; from < claimed.length; from += ROWS_PER_STEP) {
      const part = claimed.slice(from, from + ROWS_PER_STEP);
      const refused = new Set(part.filter(({ row }) => step.refusedBefore.has(row)).map(({ sn }) => sn));
      for (const [sn, claim] of await devices.claim(batch, part, refused)) claims.set(sn, claim);
      await step.report(from + part.length);
    }
    for (const { sn, problems } of claimed) {
      const { verdict } = claims.get(sn) ?? { verdict: "refused" as const };
      if (verdict !== "addable") problems.push(PROBLEM_OF[verdict]);
    }
    return claims;
  }

  async function check(step: ImportStep, batch: Batch, rows: readonly ImportRow[]): Promise<Checked> {
    const claims = await claimAll(step, batch, rows);
    const units = await devices.listPlantUnits(batch, plantId);
    const taken = new Set(units.map(({ place }) => place));
    for (const { place, problems } of rows)
      if (place !== "" && taken.has(place)) problems.push({ field: "place", key: "importRow.placeTaken" });

    const parents = new Map<string, Parent>(units.map(({ id, sn, type }) => [sn, { id, type }]));
    const added = rows.flatMap((row) => {
      const claim = claims.get(row.sn);
      return claim?.verdict === "addable" ? [{ row, device: claim.device }] : [];
    });
    // A row without a device has problems already, and cannot be a parent.
    for (const { row, device } of added) parents.set(row.sn, { id: device.id, type: device.type, row });
    const rowOf = new Map(rows.map((row) => [row.sn, row]));
    // Parents before the devices below them, so that the problem of one is known to the next.
    const byLevel = added.toSorted((one, other) => compareLevels(one.device.type, other.device.type));
    for (const { row, device } of byLevel)
      checkParent(row, device.type, parents.get(row.parentSn), rowOf.get(row.parentSn));

    const gateways = [...parents.values()].filter(
      ({ type, row }) => type === "DCON" && (row === undefined || row.problems.length === 0),
    );
    return { claims, parents, gatewayId: gateways.length === 1 ? (gateways[0]?.id ?? null) : null };
  }

  async function write(
    step: ImportStep,
    batch: Batch,
    rows: readonly ImportRow[],
    { claims, parents, gatewayId }: Checked,
  ): Promise<string[]> {
    const touched: string[] = [];
    for (let from = 0; from < rows.length; from += ROWS_PER_STEP) {
      const units = rows.slice(from, from + ROWS_PER_STEP).flatMap(({ sn, alias, place, parentSn }) => {
        const claim = claims.get(sn);
        if (claim?.verdict !== "addable") return [];
        const { device } = claim;
        const ownParent = parentSn === "" ? gatewayId : (parents.get(parentSn)?.id ?? null);
        const parentId = device.type === "DCON" ? null : ownParent;
        return [{ sn, device, alias, place: place === "" ? null : place, parentId }];
      });
      touched.push(...(await devices.add(batch, { plantId, units })));
      await step.report(from + units.length);
    }
    return [plantId, ...touched];
  }

  return {
    /** Checks the rows; writes what `choose` selects of them. Returns the changed plants. */
    async run(
      step: ImportStep,
      batch: Batch,
      rows: readonly ImportRow[],
      choose: (rows: readonly ImportRow[]) => readonly ImportRow[],
    ): Promise<{ written: readonly ImportRow[]; plantIds: string[] }> {
      const checked = await check(step, batch, rows);
      const written = choose(rows);
      if (written.length === 0) return { written, plantIds: [] };
      step.startWriting(written.length);
      return { written, plantIds: await write(step, batch, written, checked) };
    },
  };
}
