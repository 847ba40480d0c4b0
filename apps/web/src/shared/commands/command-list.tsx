import { endpoints } from "virtual:endpoints";
import type { Command } from "@heliograph/contract";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../base/i18n/i18n.ts";
import { EmptyState } from "../ui/status/empty-state.tsx";
import { DataTable } from "../ui/table/data-table.tsx";
import type { TableOf } from "../ui/table/use-table.ts";
import { defineTable, useTable } from "../ui/table/use-table.ts";
import { ValueFilter } from "../ui/table/value-filter.tsx";
import { commandColumns } from "./command-columns.tsx";
import { CommandDrawer } from "./command-drawer.tsx";
import { opText } from "./command-texts.ts";
import { useLiveCommands } from "./use-live-commands.ts";

const common = { sort: "createdAt", order: "desc", filters: ["op", "state"] } as const;
const plantTable = defineTable({ name: "commands", endpoint: endpoints.command.listOfPlant, ...common });
const deviceTable = defineTable({
  name: "deviceCommands",
  endpoint: endpoints.command.listOfDevice,
  ...common,
});

interface Place {
  readonly stationId: string;
  readonly timeZone: string;
  /** Begins the name of an exported file. */
  readonly name: string;
}

/** Commands sent to the devices of a plant, newest first, live. */
export function PlantCommands(place: Place) {
  const table = useTable(plantTable, { stationId: place.stationId });
  return <CommandList place={place} table={table} />;
}

/** Commands sent to a gateway, or that concern a unit, newest first, live. */
export function DeviceCommands({ deviceId, ...place }: Place & { readonly deviceId: string }) {
  const table = useTable(deviceTable, { deviceId });
  return <CommandList place={place} table={table} />;
}

interface CommandListProps {
  readonly place: Place;
  readonly table: TableOf<typeof plantTable>;
}

function CommandList({ place, table }: CommandListProps) {
  const { t, i18n } = useTranslation();
  const { tag } = useLocale();
  const { stationId, timeZone, name } = place;
  const [open, setOpen] = useState<Command>();
  useLiveCommands(stationId);
  const columns = useMemo(
    () => commandColumns({ t, tag, timeZone, exists: (key) => i18n.exists(key) }),
    [t, i18n, tag, timeZone],
  );
  return (
    <>
      <DataTable
        table={table}
        title={t("commands.list")}
        columns={columns}
        keyOf={(row) => row.commandId}
        nameOf={(row) => opText(row.op, t)}
        onOpen={setOpen}
        exportName={`${name} ${t("commands.list")}`}
        filters={
          <>
            <ValueFilter
              table={table}
              name="op"
              label={t("commands.column.op")}
              textOf={(op) => opText(op, t)}
              allText={t("commands.allOps")}
            />
            <ValueFilter
              table={table}
              name="state"
              label={t("commands.column.state")}
              textOf={(state) => t(`commands.state.${state}`)}
              allText={t("commands.allStates")}
            />
          </>
        }
        noMatchTitle={t("commands.noMatch")}
        emptyState={<EmptyState icon="panel" title={t("commands.none")} text={t("commands.noneText")} />}
      />
      {open !== undefined && (
        <CommandDrawer
          stationId={stationId}
          timeZone={timeZone}
          row={open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
