import type { DeviceType } from "@heliograph/contract";
import type { Layout } from "../../shared/roof/geometry.ts";

/** Units in series, in the order of their labels, behind a controller where there is one. */
export interface Lane {
  readonly key: string;
  readonly name: string;
  /** Index of the string or module controller; undefined for units that are wired to the gateway itself. */
  readonly controller: number | undefined;
  readonly units: readonly number[];
}

/** A gateway with its strings. */
export interface GatewayLanes {
  /** Index of the gateway; undefined for units whose gateway is not in the plant. */
  readonly gateway: number | undefined;
  readonly lanes: readonly Lane[];
}

const controllers: ReadonlySet<DeviceType | null> = new Set<DeviceType>(["SCON", "MCON"]);
const inOrder = new Intl.Collator("en", { numeric: true });

/** What a unit calls its string: `A1-7` is in `A1`. */
export const stringOf = (label: string): string => /^(.*?[^\s.\-/])[\s.\-/]*\d+$/u.exec(label)?.[1] ?? "";

/** Arranges the units of a plant as they are wired: gateway, controller, units in series. */
export function listLanes({ units }: Layout): GatewayLanes[] {
  const nameOf = (unit: number): string => units[unit]!.label || units[unit]!.sn || "";
  const byName = (one: number, other: number): number => inOrder.compare(nameOf(one), nameOf(other));
  const gatewayOf = (unit: number): number | undefined => {
    const { parent, type } = units[unit]!;
    if (type === "DCON") return unit;
    return parent === null ? undefined : gatewayOf(parent);
  };
  const wired = units
    .map((_, unit) => unit)
    .filter((unit) => units[unit]!.type !== null && units[unit]!.type !== "DCON");
  const lanes = Map.groupBy(wired, (unit) => {
    const { parent, label, type } = units[unit]!;
    if (controllers.has(type)) return `c${unit}`;
    if (parent !== null && controllers.has(units[parent]!.type)) return `c${parent}`;
    return `g${parent ?? ""}/${stringOf(label)}`;
  });
  const byGateway = Map.groupBy(
    [...lanes].map(([key, members]): Lane & { gateway: number | undefined } => {
      const controller = members.find((unit) => controllers.has(units[unit]!.type));
      const rest = members.filter((unit) => unit !== controller).sort(byName);
      return {
        key,
        name: controller === undefined ? stringOf(nameOf(rest[0]!)) : nameOf(controller),
        controller,
        units: rest,
        gateway: gatewayOf(members[0]!),
      };
    }),
    ({ gateway }) => gateway,
  );
  return [...byGateway].map(([gateway, own]) => ({
    gateway,
    lanes: own.sort((one, other) => inOrder.compare(one.name, other.name)),
  }));
}
