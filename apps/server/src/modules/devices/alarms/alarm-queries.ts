import type { AlarmRow, DataInputOf, endpoints, QueryOf } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import { findLostPerMonth, listEvents } from "./alarm-detail.repository.ts";
import type { AlarmRecord } from "./alarm-list.repository.ts";
import { listAlarmRows } from "./alarm-list.repository.ts";
import { searchAlarms } from "./alarm-search.repository.ts";
import type { AlarmCount } from "./alarm-totals.repository.ts";
import { countByKind } from "./alarm-totals.repository.ts";

type ListQuery = QueryOf<typeof endpoints.alarm.list>;
type CountsQuery = QueryOf<typeof endpoints.alarm.counts>;

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

function toRow({ firstAt, lastAt, goneAt, acknowledgedAt, resolvedAt, ...rest }: AlarmRecord): AlarmRow {
  return {
    ...rest,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    goneAt: toIso(goneAt),
    acknowledgedAt: toIso(acknowledgedAt),
    resolvedAt: toIso(resolvedAt),
  };
}

export function createAlarmQueries({ db }: { db: Db }) {
  return {
    async list(scope: Scope, query: ListQuery): Promise<DataInputOf<typeof endpoints.alarm.list>> {
      const { ids, ...total } = await searchAlarms(db, scope, query);
      return { rows: (await listAlarmRows(db, scope, ids)).map(toRow), ...total };
    },

    async counts(scope: Scope, query: CountsQuery): Promise<{ rows: AlarmCount[] }> {
      return { rows: await countByKind(db, scope, query) };
    },

    async get(
      scope: Scope,
      plant: PlantInScope,
      alarmId: string,
    ): Promise<DataInputOf<typeof endpoints.alarm.get>> {
      const [record] = await listAlarmRows(db, scope, [alarmId]);
      if (!record) throw new AppError("A0404");
      const events = await listEvents(db, scope, { plantId: plant.plantId, alarmId });
      return {
        ...toRow(record),
        events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
        lostPerMonth: (await findLostPerMonth(db, scope, alarmId)) ?? null,
      };
    },
  };
}
