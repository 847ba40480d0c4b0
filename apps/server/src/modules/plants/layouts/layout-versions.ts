import type { DataInputOf, endpoints, LayoutVersion, QueryOf } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { PublishedVersion } from "./layouts.repository.ts";
import { findVersion, listDraftGroups, listVersions, listVersionUnits } from "./layouts.repository.ts";

const PAGE_SIZE = 50;

export const toVersion = ({ number, publishedAt, publishedBy }: PublishedVersion): LayoutVersion => ({
  number,
  publishedAt: publishedAt.toISOString(),
  publishedBy,
});

/** Published versions of a plant's layout: who published them when, and what is in each. */
export function createLayoutVersions({ db }: { db: Db }) {
  return {
    async versions(
      plant: PlantAccess,
      { before }: QueryOf<typeof endpoints.layout.versions>,
    ): Promise<DataInputOf<typeof endpoints.layout.versions>> {
      const found = await listVersions(db, plant, {
        to: before === undefined ? undefined : before - 1,
        limit: PAGE_SIZE + 1,
      });
      const rows = found.slice(0, PAGE_SIZE).map(toVersion);
      return { rows, next: found.length > PAGE_SIZE ? rows.at(-1)!.number : null };
    },

    /** A0404 for a number that the plant has not published. */
    async version(plant: PlantAccess, number: number): Promise<DataInputOf<typeof endpoints.layout.version>> {
      const version = await findVersion(db, plant, number);
      if (version === undefined) throw new AppError("A0404");
      const [groups, units] = await Promise.all([
        listDraftGroups(db, version.id),
        listVersionUnits(db, version.id),
      ]);
      // An earlier photograph is served to those who edit the layout only.
      const { background } = version;
      const showsBackground = background !== null && isLevelEnough(plant, "install");
      const showsDevices = !plant.hiddenParts.includes("devices");
      return {
        ...toVersion(version),
        layout: { groups, ...(showsBackground && { background }) },
        units: showsDevices ? units : units.map((unit) => ({ ...unit, sn: null })),
      };
    },
  };
}
