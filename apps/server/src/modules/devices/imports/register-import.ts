import type { Batch, DeviceBatches } from "../devices/device-batch.service.ts";
import type { ImportRow } from "./import-rows.ts";
import type { ImportStep } from "./import-step.ts";
import { ROWS_PER_STEP } from "./import-step.ts";

/** Imports devices into the register. */
export function createRegisterImport(devices: DeviceBatches) {
  return {
    /** Checks the rows and writes what `choose` selects of them. */
    async run(
      step: ImportStep,
      batch: Batch,
      rows: readonly ImportRow[],
      choose: (rows: readonly ImportRow[]) => readonly ImportRow[],
    ): Promise<{ written: readonly ImportRow[]; plantIds: string[] }> {
      for (let from = 0; from < rows.length; from += ROWS_PER_STEP) {
        const part = rows.slice(from, from + ROWS_PER_STEP);
        const taken = new Set(
          await devices.listRegistered(
            batch,
            part.map(({ sn }) => sn),
          ),
        );
        for (const { sn, problems } of part)
          if (taken.has(sn)) problems.push({ field: "sn", key: "code.A0150" });
        await step.report(from + part.length);
      }
      const written = choose(rows);
      step.startWriting(written.length);
      for (let from = 0; from < written.length; from += ROWS_PER_STEP) {
        const part = written.slice(from, from + ROWS_PER_STEP);
        await devices.register(
          batch,
          part.flatMap(({ sn, registrationCode, type, model }) =>
            type === null ? [] : [{ sn, registrationCode, type, model }],
          ),
        );
        await step.report(from + part.length);
      }
      return { written, plantIds: [] };
    },
  };
}
