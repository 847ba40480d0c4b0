import { randomUUID } from "node:crypto";
import type { DraftGroup, LayoutBackground, LayoutGroup } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";

export interface PublishedVersion {
  readonly id: string;
  readonly number: number;
  readonly publishedAt: Date;
  readonly publishedBy: string | null;
  readonly background: LayoutBackground | null;
}

/** Name and zone of a plant, as they are on a document. */
export async function findPlantHead(
  db: Db,
  { plantId }: PlantInScope,
): Promise<{ name: string; timeZone: string }> {
  const { rows } = await sql<{ name: string; timeZone: string }>`
    select name, time_zone as "timeZone" from plants where id = ${plantId}`.execute(db);
  return rows[0] as { name: string; timeZone: string };
}

/** Published versions of a plant with numbers up to the given one, the newest first. */
export async function listVersions(
  db: Db | Transaction,
  { plantId }: PlantInScope,
  { to, limit }: { to?: number | undefined; limit: number },
): Promise<PublishedVersion[]> {
  const { rows } = await sql<PublishedVersion>`
    select v.id, v.number, v.published_at as "publishedAt", a.user_name as "publishedBy", v.background
    from layout_versions v left join accounts a on a.id = v.published_by and a.cancelled_at is null
    where v.plant_id = ${plantId} and v.state = 'published' and v.number <= coalesce(${to ?? null}::int, v.number)
    order by v.number desc limit ${limit}`.execute(db);
  return rows;
}

/** The latest published version of a plant. */
export async function findPublishedVersion(
  db: Db | Transaction,
  plant: PlantInScope,
): Promise<PublishedVersion | undefined> {
  return (await listVersions(db, plant, { limit: 1 }))[0];
}

/** A published version of a plant by its number. */
export async function findVersion(
  db: Db,
  plant: PlantInScope,
  number: number,
): Promise<PublishedVersion | undefined> {
  const [version] = await listVersions(db, plant, { to: number, limit: 1 });
  return version?.number === number ? version : undefined;
}

/** A slot of a version. */
export interface VersionUnit {
  readonly key: number;
  readonly label: string;
  /** Of the device in the slot, else of the one that was in it last. */
  readonly sn: string | null;
  readonly isInPlant: boolean;
}

export async function listVersionUnits(db: Db, versionId: string): Promise<VersionUnit[]> {
  const { rows } = await sql<VersionUnit>`
    select distinct on (s.key) s.key, s.label, d.sn, d.id is not null and l.to_at is null as "isInPlant"
    from slots s
    left join device_links l on l.slot_id = s.id
    left join devices d on d.id = l.device_id
    where s.id in (
      select c.slot_id from layout_cells c join layout_groups g on g.id = c.group_row_id
      where g.version_id = ${versionId}
    )
    order by s.key, l.to_at desc nulls first, l.from_at desc nulls last`.execute(db);
  return rows;
}

export async function listGroups(db: Db, versionId: string): Promise<LayoutGroup[]> {
  const { rows } = await sql<LayoutGroup>`
    select name, row_count as rows, column_count as columns, tilt_deg as "tiltDeg", azimuth_deg as "azimuthDeg",
      rotation_deg as "rotationDeg", x_m as "xM", y_m as "yM", module_width_m as "moduleWidthM",
      module_height_m as "moduleHeightM"
    from layout_groups where version_id = ${versionId} order by position`.execute(db);
  return rows;
}

/** The groups of a version as an editor needs them, with all their modules. */
export async function listDraftGroups(db: Db | Transaction, versionId: string): Promise<DraftGroup[]> {
  const { rows } = await sql<DraftGroup>`
    select g.group_id as "groupKey", g.name, g.row_count as rows, g.column_count as columns, g.tilt_deg as "tiltDeg",
      g.azimuth_deg as "azimuthDeg", g.rotation_deg as "rotationDeg", g.x_m as "xM", g.y_m as "yM",
      g.module_width_m as "moduleWidthM", g.module_height_m as "moduleHeightM",
      coalesce((
        select jsonb_agg(jsonb_build_object('row', c.row_no, 'column', c.column_no, 'unit', s.key,
          'pole', c.pole_position) order by c.row_no, c.column_no)
        from layout_cells c left join slots s on s.id = c.slot_id where c.group_row_id = g.id
      ), '[]') as cells
    from layout_groups g where g.version_id = ${versionId} order by g.position`.execute(db);
  return rows;
}

/** A module of a version: index of its group, its place from 0, and its slot. */
export interface Cell {
  readonly group: number;
  readonly row: number;
  readonly column: number;
  readonly slotKey: number;
  readonly label: string;
}

export async function listCells(db: Db, versionId: string): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    select g.index as "group", c.row_no as row, c.column_no as "column", s.key as "slotKey", s.label
    from (
      select id, (row_number() over (order by position) - 1)::int as index
      from layout_groups where version_id = ${versionId}
    ) g
    join layout_cells c on c.group_row_id = g.id
    join slots s on s.id = c.slot_id
    order by g.index, c.row_no, c.column_no`.execute(db);
  return rows;
}

interface NewCell {
  readonly row: number;
  readonly column: number;
  /** Null for a module whose unit is not known. */
  readonly slotId: string | null;
  readonly pole?: number | null;
}

/** A group with the slots of its cells, by id. */
export interface NewGroup extends LayoutGroup {
  /** The same in every version that has the group; a new one when absent. */
  readonly groupKey?: string;
  readonly cells: readonly NewCell[];
}

/** A version to publish. */
export interface NewLayout {
  readonly plantId: string;
  readonly groups: readonly NewGroup[];
  readonly background?: LayoutBackground | undefined;
  /** Absent where no account published it. */
  readonly publishedBy?: string;
  readonly at: Date;
}

async function insertVersion(
  trx: Transaction,
  { plantId, publishedBy, background, at }: NewLayout,
): Promise<{ id: string; number: number }> {
  const by = publishedBy ?? null;
  const { rows } = await sql<{ id: string; number: number }>`
    insert into layout_versions (plant_id, state, number, created_by, created_at, updated_at, published_by, published_at,
      background)
    select ${plantId}, 'published', coalesce(max(number), 0) + 1, ${by}, ${at}, ${at}, ${by}, ${at},
      ${background === undefined ? null : JSON.stringify(background)}::jsonb
    from layout_versions where plant_id = ${plantId}
    returning id, number`.execute(trx);
  return rows[0] as { id: string; number: number };
}

/**
 * Writes a version with its groups and cells, and returns its number; the caller has locked the plant's draft, or is the
 * only one who knows the plant.
 */
export async function insertLayout(trx: Transaction, layout: NewLayout): Promise<number> {
  const { id: versionId, number } = await insertVersion(trx, layout);
  const groups = layout.groups.map((group, position) => ({
    groupKey: randomUUID(),
    ...group,
    id: randomUUID(),
    position,
  }));
  const cells = groups.flatMap(({ id, cells: own }) => own.map((cell) => ({ ...cell, groupRowId: id })));
  await sql`
    insert into layout_groups (id, version_id, group_id, position, name, row_count, column_count, tilt_deg, azimuth_deg,
      rotation_deg, x_m, y_m, module_width_m, module_height_m)
    select id, ${versionId}, "groupKey", position, name, rows, columns, "tiltDeg", "azimuthDeg", "rotationDeg",
      "xM", "yM", "moduleWidthM", "moduleHeightM"
    from jsonb_to_recordset(${JSON.stringify(groups.map(({ cells: _, ...group }) => group))}::jsonb) as g (
      id uuid, "groupKey" uuid, position smallint, name text, rows smallint, columns smallint, "tiltDeg" float8, "azimuthDeg" float8,
      "rotationDeg" float8, "xM" float8, "yM" float8, "moduleWidthM" float8, "moduleHeightM" float8)`.execute(
    trx,
  );
  await sql`
    insert into layout_cells (group_row_id, row_no, column_no, slot_id, pole_position)
    select "groupRowId", "row", "column", "slotId", pole
    from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as c (
      "groupRowId" uuid, "row" smallint, "column" smallint, "slotId" uuid, pole smallint)`.execute(trx);
  return number;
}
