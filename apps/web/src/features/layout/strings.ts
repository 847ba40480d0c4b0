import type { DeviceType } from "@heliograph/contract";
import type { Layout } from "../../shared/roof/geometry.ts";

/** Units in series, in the order of their labels, behind a controller where there is one, and slots of the string without a unit. */
export interface Lane {
  readonly key: string;
  readonly name: string;
  /** Index of the string or module controller; undefined for units that are wired to the gateway itself. */
  readonly controller: number | undefined;
  readonly units: readonly number[];
  /** The units and the empty slots of the string, in the order of their labels. */
  readonly slots: readonly number[];
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

/** Arranges the units of a plant as they are wired: gateway, controller, units in series. An empty slot is in the string of its label. */
export function listLanes({ units }: Layout): GatewayLanes[] {
  const nameOf = (unit: number): string => units[unit]!.label || units[unit]!.sn || "";
  const byName = (one: number, other: number): number => inOrder.compare(nameOf(one), nameOf(other));
  const isController = (unit: number): boolean => controllers.has(units[unit]!.type);
  const isEmpty = (unit: number): boolean => units[unit]!.type === null;
  const gatewayOf = (unit: number): number | undefined => {
    const { parent, type } = units[unit]!;
    if (type === "DCON") return unit;
    return parent === null ? undefined : gatewayOf(parent);
  };
  /** Null where several lanes have the name. */
  const keyOfString = new Map<string, string | null>();
  const keyOf = (unit: number): string => {
    const { parent, label } = units[unit]!;
    const string = isController(unit) ? label : stringOf(label);
    if (isEmpty(unit)) return keyOfString.get(string) ?? `g/${string}`;
    const controller = isController(unit) ? unit : parent !== null && isController(parent) && parent;
    const key = controller === false ? `g${parent ?? ""}/${string}` : `c${controller}`;
    const known = keyOfString.get(string);
    keyOfString.set(string, known === undefined || known === key ? key : null);
    return key;
  };
  const members = units.map((_, unit) => unit).filter((unit) => units[unit]!.type !== "DCON");
  // Units first: they say which string a slot without one is in.
  const lanes = Map.groupBy([...members.filter((unit) => !isEmpty(unit)), ...members.filter(isEmpty)], keyOf);
  const byGateway = Map.groupBy(
    [...lanes].map(([key, own]): Lane & { gateway: number | undefined } => {
      const controller = own.find(isController);
      const slots = own.filter((unit) => unit !== controller).sort(byName);
      return {
        key,
        name: controller === undefined ? stringOf(nameOf(slots[0]!)) : nameOf(controller),
        controller,
        units: slots.filter((unit) => !isEmpty(unit)),
        slots,
        gateway: gatewayOf(own[0]!),
      };
    }),
    ({ gateway }) => gateway,
  );
  return [...byGateway]
    .sort(([one], [other]) =>
      one === undefined || other === undefined
        ? Number(one === undefined) - Number(other === undefined)
        : byName(one, other),
    )
    .map(([gateway, own]) => ({
      gateway,
      lanes: own.sort((one, other) => inOrder.compare(one.name, other.name)),
    }));
}
