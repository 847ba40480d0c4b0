import type { DataInputOf, endpoints, Language, QueryOf } from "@heliograph/contract";
import { DAY_FILE_VERSION, encodeDayFile } from "@heliograph/contract/layout-day";
import type { Clock } from "../../../infra/clock.ts";
import { writeDocument } from "../../../infra/documents/write-document.ts";
import { gzipParts } from "../../../infra/gzip-parts.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { FileResponse, FileStream } from "../../base/access/file-response.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import type { Scope } from "../../base/access/scope.ts";
import { findBrand } from "../../base/configuration/configuration.service.ts";
import type { PlacementService } from "../../devices/placements/placements.service.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import { arrangeUnits } from "./automatic-layout.ts";
import { createDayFileCache } from "./day-file-cache.ts";
import type { DayFileKey } from "./day-file-store.ts";
import { createDayFileStore } from "./day-file-store.ts";
import { listPlanes, toExpected } from "./expected-power.ts";
import { createLayoutEditor } from "./layout-editor.ts";
import { createLayoutFiles } from "./layout-files.ts";
import { writeRoofDocument } from "./layout-pdf.ts";
import { deleteAllOf } from "./layout-pictures.repository.ts";
import type { LayoutPictures } from "./layout-pictures.ts";
import { createLayoutPictures } from "./layout-pictures.ts";
import type { PlacedDevice } from "./layout-units.repository.ts";
import { keyOf, listPlacedDevices } from "./layout-units.repository.ts";
import { createLayoutVersions, toVersion } from "./layout-versions.ts";
import type { Cell, NewLayout } from "./layouts.repository.ts";
import {
  findPlantHead,
  findPublishedVersion,
  insertLayout,
  listCells,
  listGroups,
} from "./layouts.repository.ts";
import { sendWhole } from "./send-whole.ts";

export type { NewGroup, NewLayout } from "./layouts.repository.ts";
export type LayoutService = ReturnType<typeof createLayoutService>;

type Layout = DataInputOf<typeof endpoints.layout.get>;

/** About twenty days of 10,000 modules. */
const MAX_CACHED_BYTES = 96 * 1024 * 1024;
/** About two hundred of them. */
const MAX_STORED_BYTES = 1024 * 1024 * 1024;

function toUnits(devices: readonly PlacedDevice[], showsDevices: boolean): Layout["units"] {
  const indexes = new Map(devices.map(({ deviceId }, index) => [deviceId, index]));
  return devices.map((device) => ({
    key: keyOf(device),
    type: device.type,
    deviceId: showsDevices ? device.deviceId : null,
    sn: showsDevices ? device.sn : null,
    label: device.label,
    ratedPowerW: device.ratedPowerW,
    parent: device.parentId === null ? null : (indexes.get(device.parentId) ?? null),
  }));
}

/** The cells by column; a slot without a device becomes a unit of its own. */
function toCells(cells: readonly Cell[], units: Layout["units"]): Layout["cells"] {
  const indexes = new Map(units.map(({ key }, index) => [key, index]));
  for (const { slotKey, label } of cells) {
    if (indexes.has(slotKey)) continue;
    const empty = { type: null, deviceId: null, sn: null, ratedPowerW: null, parent: null };
    indexes.set(slotKey, units.push({ key: slotKey, label, ...empty }) - 1);
  }
  return {
    group: cells.map(({ group }) => group),
    row: cells.map(({ row }) => row),
    column: cells.map(({ column }) => column),
    unit: cells.map(({ slotKey }) => indexes.get(slotKey)!),
  };
}

function arrange(devices: readonly PlacedDevice[], units: Layout["units"], showsDevices: boolean): Layout {
  const { groups, cells } = arrangeUnits(devices);
  const indexes = new Map(devices.map(({ deviceId }, index) => [deviceId, index]));
  return {
    arrangement: "automatic",
    version: null,
    background: null,
    groups: groups.map((group) => (showsDevices ? group : { ...group, name: "" })),
    units,
    cells: {
      group: cells.map(({ group }) => group),
      row: cells.map(({ row }) => row),
      column: cells.map(({ column }) => column),
      unit: cells.map(({ deviceId }) => indexes.get(deviceId)!),
    },
  };
}

/** Publishes the first version of a plant, in the transaction that creates it. */
export async function publishLayout(trx: Transaction, layout: NewLayout): Promise<void> {
  await insertLayout(trx, layout);
}

/** Removes the pictures under the layouts of a plant that is being deleted; returns their ids. */
export async function deleteLayoutPictures(trx: Transaction, plantId: string): Promise<string[]> {
  return await deleteAllOf(trx, plantId);
}

export function createLayoutService(deps: {
  db: Db;
  clock: Clock;
  metering: Pick<MeteringService, "unitDay" | "unitDayRevision" | "expectedPlanes">;
  placements: PlacementService;
  pictures: LayoutPictures;
  logger: Logger;
  /** Of day files that outlive a restart. */
  cacheFolder: string;
}) {
  const { db, clock, metering, pictures, logger } = deps;
  const cache = createDayFileCache(MAX_CACHED_BYTES);
  const store = createDayFileStore(deps.cacheFolder, MAX_STORED_BYTES);
  const editor = createLayoutEditor(deps);

  /** A disk that fails costs time, not the response. */
  async function findStored(key: DayFileKey): Promise<Uint8Array | undefined> {
    return await store.find(key).catch((error: unknown) => {
      logger.warn({ err: error }, "a cached day file could not be read");
      return undefined;
    });
  }

  async function addStored(key: DayFileKey, file: Uint8Array): Promise<void> {
    await store
      .add(key, file)
      .catch((error: unknown) => logger.warn({ err: error }, "a day file could not be cached"));
  }

  /** The published layout of a plant, else an arrangement of its units by string. */
  async function get(plant: PlantAccess): Promise<Layout> {
    const showsDevices = !plant.hiddenParts.includes("devices");
    const [version, devices] = await Promise.all([
      findPublishedVersion(db, plant),
      listPlacedDevices(db, plant),
    ]);
    const units = toUnits(devices, showsDevices);
    if (version === undefined) return arrange(devices, units, showsDevices);
    const [groups, cells] = await Promise.all([listGroups(db, version.id), listCells(db, version.id)]);
    const columns = toCells(cells, units);
    return {
      arrangement: "published",
      version: toVersion(version),
      groups,
      background: version.background,
      units,
      cells: columns,
    };
  }

  return {
    ...editor,
    ...createLayoutPictures(deps),
    ...createLayoutVersions(deps),
    ...createLayoutFiles({ db, editor: editor.editor }),
    get,

    /** The roof of a plant on paper, in one of the four languages. */
    async pdf(plant: PlantAccess, language: Language): Promise<FileResponse> {
      const [layout, head, brand] = await Promise.all([get(plant), findPlantHead(db, plant), findBrand(db)]);
      const { background } = layout;
      const jpeg = background === null ? undefined : await pictures.findJpegOfLayout(background.pictureKey);
      const document = writeRoofDocument(layout, {
        plant: { ...head, brand },
        photograph: background === null || jpeg === undefined ? undefined : { ...background, jpeg },
        language,
        now: clock.now(),
      });
      return { fileName: "layout.pdf", ...(await writeDocument(document, "pdf")) };
    },

    /** Expected power of the planes of a plant's roof over a day. A0404 when the plant is not in scope. */
    async expected(
      scope: Scope,
      plant: PlantAccess,
      { stationId, day }: QueryOf<typeof endpoints.layout.expected>,
    ): Promise<DataInputOf<typeof endpoints.layout.expected>> {
      const { groups } = await get(plant);
      const { planes, ofGroups } = listPlanes(groups);
      const expected = await metering.expectedPlanes(scope, { plantId: stationId, day }, planes);
      return toExpected(ofGroups, expected);
    },

    /**
     * The day file of a plant, compressed; one that is not cached is sent while it is made. A0404 when the plant is not in
     * scope.
     */
    async day(
      scope: Scope,
      plant: PlantAccess,
      { stationId, day }: QueryOf<typeof endpoints.layout.day>,
    ): Promise<FileResponse | FileStream> {
      const kind = { contentType: "application/gzip", fileName: `${day}.hgday.gz` };
      // Read before the values: what arrives in between changes the revision afterwards.
      const changed = await metering.unitDayRevision(scope, { plantId: stationId, day });
      const revision = changed && `${DAY_FILE_VERSION}/${changed}`;
      const key = `${plant.plantKey}/${day}`;
      const stored = revision === null ? undefined : { plantKey: plant.plantKey, day, revision };
      if (stored !== undefined) {
        const cached = cache.find(key, stored.revision);
        if (cached !== undefined) return { ...kind, content: cached };
        const kept = await findStored(stored);
        if (kept !== undefined) {
          cache.add(key, stored.revision, kept);
          return { ...kind, content: kept };
        }
      }
      const values = await metering.unitDay(scope, { plantId: stationId, day });
      const isOver = values.header.toAt <= clock.now();
      const stream = sendWhole(gzipParts(encodeDayFile(values)), async (file) => {
        if (stored === undefined || !isOver) return;
        cache.add(key, stored.revision, file);
        await addStored(stored, file);
      });
      return { ...kind, stream };
    },
  };
}
