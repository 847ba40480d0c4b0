import type { CommissioningState, DeviceType, ExpectedSource, MissingReason } from "@heliograph/contract";

/** A device that is in the plant. */
export interface PlantDevice {
  readonly deviceId: string;
  readonly deviceKey: number;
  readonly sn: string;
  readonly type: DeviceType;
  readonly alias: string;
  /** Empty without a place. */
  readonly place: string;
  readonly parentSn: string | null;
  readonly isAdopted: boolean;
  /** Whether it has reported since it is in the plant. */
  readonly hasReported: boolean;
  /** Whether the published layout has its place. */
  readonly isInLayout: boolean;
  readonly isOnline: boolean;
  readonly signalDbm: number | null;
}

export interface Expected {
  /** Of the plant's list; empty without one. */
  readonly list: readonly { readonly sn: string; readonly place: string }[];
  /** Places of the published layout without a device; undefined without a layout. */
  readonly emptyPlaces: readonly string[] | undefined;
}

export interface ComparedRow {
  readonly state: CommissioningState;
  readonly reason: MissingReason | null;
  readonly sn: string | null;
  readonly place: string;
  /** Of an unknown device: serial number of another one with the same place. */
  readonly sharesPlaceWith: string | null;
  readonly device: PlantDevice | undefined;
}

/** A row before it is compared with the places of the others. */
type Row = Omit<ComparedRow, "sharesPlaceWith">;

export interface Comparison {
  readonly source: ExpectedSource;
  /** Missing devices first, then unknown ones, each by place and serial number. */
  readonly rows: readonly ComparedRow[];
}

const STATES: readonly CommissioningState[] = ["missing", "unknown", "found"];
// A2 before A10.
const byName = new Intl.Collator("en", { numeric: true });

const toRow = (state: CommissioningState, device: PlantDevice, place = device.place): Row => ({
  state,
  reason: state === "missing" ? "notReported" : null,
  sn: device.sn,
  place,
  device,
});

const seen = (device: PlantDevice): CommissioningState => (device.hasReported ? "found" : "missing");

/** Devices of types that the list contains count as unknown; a list without any device found yet contains no gateways. */
function compareWithList(list: Expected["list"], devices: readonly PlantDevice[]): Row[] {
  const bySn = new Map(devices.map((device) => [device.sn, device]));
  const expected = list.map(({ sn, place }): Row => {
    const device = bySn.get(sn);
    if (device === undefined) return { state: "missing", reason: "notAdded", sn, place, device };
    return toRow(seen(device), device, device.place || place);
  });
  const types = new Set(expected.flatMap(({ device }) => device?.type ?? []));
  const isListed = ({ type }: PlantDevice) => (types.size === 0 ? type !== "DCON" : types.has(type));
  const serials = new Set(list.map(({ sn }) => sn));
  const others = devices.filter((device) => !serials.has(device.sn) && isListed(device));
  return [...expected, ...others.map((device) => toRow("unknown", device))];
}

/** Units that were adopted from the inventory of a gateway and have no place are unknown. */
function compareWithLayout(emptyPlaces: readonly string[], devices: readonly PlantDevice[]): Row[] {
  const isUnknown = ({ type, isAdopted, isInLayout }: PlantDevice) =>
    (type === "OPT" || type === "RSD") && isAdopted && !isInLayout;
  return [
    ...emptyPlaces.map(
      (place): Row => ({
        state: "missing",
        reason: "emptyPlace",
        sn: null,
        place,
        device: undefined,
      }),
    ),
    ...devices.map((device) => toRow(isUnknown(device) ? "unknown" : seen(device), device)),
  ];
}

/**
 * Gateways name the places of their units themselves: an unknown unit may name one that another unit has, or that is kept
 * for a missing one.
 */
function addSharedPlaces(rows: readonly Row[]): ComparedRow[] {
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  const findOther = ({ sn, place }: Row) =>
    byPlace.get(place)?.find((row) => row.sn !== null && row.sn !== sn);
  return rows.map((row) => {
    const other = row.state === "unknown" && row.place !== "" ? findOther(row) : undefined;
    return { ...row, sharesPlaceWith: other?.sn ?? null };
  });
}

function findSource({ list, emptyPlaces }: Expected): ExpectedSource {
  if (list.length > 0) return "list";
  return emptyPlaces === undefined ? "devices" : "layout";
}

/** Compares what is expected at a plant with the devices that are in it. */
export function compareExpected(expected: Expected, devices: readonly PlantDevice[]): Comparison {
  const { list, emptyPlaces = [] } = expected;
  const source = findSource(expected);
  const compare = {
    list: () => compareWithList(list, devices),
    layout: () => compareWithLayout(emptyPlaces, devices),
    devices: () => devices.map((device) => toRow(seen(device), device)),
  };
  return {
    source,
    rows: addSharedPlaces(compare[source]()).toSorted(
      (a, b) =>
        STATES.indexOf(a.state) - STATES.indexOf(b.state) ||
        byName.compare(a.place, b.place) ||
        byName.compare(a.sn ?? "", b.sn ?? ""),
    ),
  };
}
