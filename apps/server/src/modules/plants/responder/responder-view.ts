import type { DataInputOf, endpoints } from "@heliograph/contract";

type Safety = DataInputOf<typeof endpoints.safety.get>;
type Layout = DataInputOf<typeof endpoints.layout.get>;
type View = DataInputOf<typeof endpoints.responder.read>;
type ModuleState = View["groups"][number]["modules"][number][2];

/** A module without recent evidence is never shown open; one in normal operation carries voltage. */
function toModuleState(unit: Safety["units"][number] | undefined, state: Safety["state"]): ModuleState {
  if (unit?.state === "open") return unit.evidence === "recent" ? "open" : "old";
  return unit?.state === "closed" || state === "normal" ? "closed" : "unknown";
}

/** What a responder sees of a shutdown and a roof: states and places, nothing that names a device or a person. */
export function toResponderView(
  safety: Safety,
  { arrangement, groups, cells, units }: Layout,
): Omit<View, "plantName" | "timeZone" | "switchPlaces" | "contacts"> {
  const bySn = new Map(safety.units.map((unit) => [unit.sn, unit]));
  const isNormal = safety.state === "normal";
  const open = isNormal ? [] : safety.units.filter(({ state }) => state === "open");
  const { age, oldestAt, recentForMs, offlineGateways } = safety.evidence;
  const modules = groups.map((): View["groups"][number]["modules"] => []);
  for (const [index, unit] of cells.unit.entries()) {
    const state = toModuleState(bySn.get(units[unit]?.sn ?? ""), safety.state);
    modules[cells.group[index]!]?.push([cells.row[index]!, cells.column[index]!, state]);
  }
  return {
    state: safety.state,
    since: safety.operation?.acceptedAt ?? null,
    units: safety.counts.units,
    proven: open.length,
    dark: safety.counts.dark,
    lastMeasuredAt: isNormal ? null : oldestAt,
    evidenceAge: isNormal ? "none" : age,
    recentForMs: isNormal ? null : recentForMs,
    offlineUnits: offlineGateways.reduce((total, gateway) => total + gateway.units, 0),
    gatewaysOnline: safety.gateways.filter(({ isOnline }) => isOnline).length,
    gateways: safety.gateways.length,
    isPublishedLayout: arrangement === "published",
    groups: groups.map(({ tiltDeg: _tilt, azimuthDeg: _azimuth, ...group }, index) => ({
      ...group,
      // An automatic arrangement names its groups after gateways.
      name: arrangement === "published" ? group.name : "",
      modules: modules[index]!,
    })),
  };
}
