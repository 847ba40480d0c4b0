import type { BodyOf, DataInputOf } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { page } from "vitest/browser";
import { openConsole } from "./console.tsx";
import type { FakeServer } from "./fake-server.ts";
import { makePlant } from "./samples.ts";

// The layout editor of a plant with one group of three modules, two of which have a unit.

export type Editor = DataInputOf<typeof endpoints.layout.editor>;

export const plant = makePlant({ name: "Roof", timeZone: "UTC" });
const at = `/station/${plant.stationId}/layout/edit`;
export const savedAt = "2026-05-01T08:00:00.000Z";

export const west = {
  ...{ groupKey: "0a8b2c66-3a51-4f0f-9c61-54f0a53e5b01", name: "West", rows: 1, columns: 3, tiltDeg: 30 },
  ...{ azimuthDeg: 270, rotationDeg: 0, xM: 0, yM: 0, moduleWidthM: 1.15, moduleHeightM: 1.78 },
  cells: [1, 2, null].map((unit, column) => ({ row: 0, column, unit, pole: null })),
};
export const editor: Editor = {
  version: 3,
  layout: { groups: [west] },
  draft: null,
  units: [1, 2, 3].map((key) => ({
    ...{ key, type: "OPT" as const, sn: `SN-000${key}`, label: `A1-${key}`, parentSn: null },
  })),
};

/** `save` returns the revision of a saved draft. */
export async function openEditor({ shown = editor, save }: { shown?: Editor; save?: () => number } = {}) {
  let revision = shown.draft?.revision ?? 0;
  const prepare = (server: FakeServer): void => {
    server.reply(endpoints.layout.editor, () => shown);
    server.reply(endpoints.layout.saveDraft, () => {
      revision = save?.() ?? revision + 1;
      return { revision, savedAt };
    });
    server.reply(endpoints.layout.publish, { version: 4, emptied: 0 });
    server.reply(endpoints.layout.get, {
      ...{ arrangement: "published", version: null, background: null, groups: [], units: [] },
      cells: { group: [], row: [], column: [], unit: [] },
    });
  };
  return await openConsole({ at, plants: [plant], prepare });
}

type Saved = BodyOf<typeof endpoints.layout.saveDraft>;
export const lastSaved = (server: FakeServer): Saved | undefined =>
  server.listCalls(endpoints.layout.saveDraft).at(-1)?.body as Saved | undefined;
export const button = (name: string) => page.getByRole("button", { name, exact: true });
