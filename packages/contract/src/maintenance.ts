import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import type { FieldProblem } from "./field-problems.ts";
import { id, instant, line, listOf, paging, requiredLine } from "./primitives.ts";

/** Whose sessions a pop-up concerns: those opened by the endpoint WEB, or by APP (the installed app, /mobile). */
export const maintenanceKind = z.enum(["web", "app"]);
export type MaintenanceKind = z.output<typeof maintenanceKind>;

/** Phase of a pop-up: disabled, enabled but not shown yet, shown, service stopped, or past its restart. */
export const maintenancePhase = z.enum(["off", "scheduled", "announced", "running", "over"]);
export type MaintenancePhase = z.output<typeof maintenancePhase>;

// Long enough for any work; a mistyped year must not close the console for years.
const MAX_MS = 31 * 86_400_000;

interface Times {
  previewAt: string;
  serviceStopAt: string;
  serviceRestartAt: string;
}

/** Problems of the times of a pop-up in combination. */
export function findTimeProblems({ previewAt, serviceStopAt, serviceRestartAt }: Times): FieldProblem[] {
  const [preview, stop, restart] = [previewAt, serviceStopAt, serviceRestartAt].map((at) =>
    Date.parse(at),
  ) as [number, number, number];
  const problems: FieldProblem[] = [];
  if (preview > stop) problems.push({ path: "previewAt", key: "field.previewAfterStop" });
  if (restart <= stop) problems.push({ path: "serviceRestartAt", key: "field.restartBeforeStop" });
  else if (restart - stop > MAX_MS)
    problems.push({ path: "serviceRestartAt", key: "field.maintenanceTooLong" });
  return problems;
}

function checkTimes(times: Times, context: z.RefinementCtx): void {
  for (const { path, key } of findTimeProblems(times))
    context.addIssue({ code: "custom", path: [path], message: key });
}

/** Input of a pop-up. */
const entered = {
  name: requiredLine(80),
  kind: maintenanceKind,
  serviceStopAt: instant,
  serviceRestartAt: instant,
  previewAt: instant,
};

/** `version` as it was read: a change based on an older version is refused with A0440. */
const chosen = { maintenanceId: id, version: z.int().min(1) };

export const maintenanceRow = z.object({
  ...chosen,
  name: z.string(),
  kind: maintenanceKind,
  serviceStopAt: instant,
  serviceRestartAt: instant,
  previewAt: instant,
  isOn: z.boolean(),
  phase: maintenancePhase,
  lastOperatorName: z.string(),
  updatedAt: instant,
});
export type MaintenanceRow = z.output<typeof maintenanceRow>;

const listPath = "/system/maintenance/list";
const currentPath = "/system/maintenance/current";
const access = { who: ["system:maintenance"], scope: { kind: "platform" } } as const;
const invalidates = [listPath, currentPath];

export const listMaintenance = defineEndpoint({
  method: "GET",
  path: listPath,
  summary: "Maintenance pop-ups",
  access,
  query: z.object({
    ...paging,
    sort: z
      .enum(["name", "kind", "serviceStopAt", "serviceRestartAt", "previewAt", "isOn", "updatedAt"])
      .default("serviceStopAt"),
    search: line(80).optional(),
    kind: maintenanceKind.optional(),
  }),
  data: listOf(maintenanceRow),
  errors: ["A0230", "A0300", "A0400"],
  // A pop-up's phase changes with the clock.
  cache: "bypass",
});

/** Announced and running pop-ups for the sessions of a kind; polled by the console. */
export const currentMaintenance = defineEndpoint({
  method: "GET",
  path: currentPath,
  summary: "Announced and running maintenance for the sessions of a kind",
  access: { who: "public", scope: { kind: "none" } },
  duringMaintenance: true,
  query: z.object({ kind: maintenanceKind.default("web") }),
  data: z.object({
    phase: z.enum(["none", "announced", "running"]),
    /** When a stopped service is back, consecutive pop-ups included; null while it is not stopped. */
    backAt: instant.nullable(),
    /** Announced and running pop-ups, the earliest stop first. */
    popUps: z.array(
      z.object({
        ...chosen,
        phase: z.enum(["announced", "running"]),
        previewAt: instant,
        serviceStopAt: instant,
        serviceRestartAt: instant,
      }),
    ),
  }),
  errors: ["A0400"],
  cache: "bypass",
});
export type CurrentMaintenance = z.output<typeof currentMaintenance.data>;

export const addMaintenance = defineEndpoint({
  method: "POST",
  path: "/system/maintenance/add",
  summary: "Add a maintenance pop-up; it is disabled until it is enabled",
  access,
  body: z.strictObject(entered).superRefine(checkTimes),
  data: z.object({ maintenanceId: id }),
  errors: ["A0230", "A0300", "A0400"],
  invalidates,
});

export const updateMaintenance = defineEndpoint({
  method: "POST",
  path: "/system/maintenance/update",
  summary: "Change a maintenance pop-up; an enabled one takes effect immediately",
  access,
  /** The times are checked together with the unchanged ones. */
  body: z.strictObject({ ...chosen, ...z.strictObject(entered).partial().shape }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates,
});

export const switchMaintenance = defineEndpoint({
  method: "POST",
  path: "/system/maintenance/switch",
  summary: "Enable or disable a maintenance pop-up",
  access,
  body: z.strictObject({ ...chosen, isOn: z.boolean() }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates,
});

export const deleteMaintenance = defineEndpoint({
  method: "POST",
  path: "/system/maintenance/delete",
  summary: "Delete a maintenance pop-up",
  access,
  body: z.strictObject(chosen),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates,
});
