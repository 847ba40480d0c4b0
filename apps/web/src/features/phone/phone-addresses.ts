export const PHONE_PLANTS = "/mobile/plants";
const PUBLIC_PLANTS = "/public-plants";

/** First page of a phone: the list of the plants that the session has access to. */
export const phoneHome = (isAnonymous: boolean): string => (isAnonymous ? PUBLIC_PLANTS : PHONE_PLANTS);

export const phonePlantAddress = (stationId: string): string =>
  `/mobile/station/layout?stationId=${stationId}`;

/** Adding and replacing devices of a plant. */
export const phoneFieldAddress = (stationId: string): string =>
  `/mobile/station/devices?stationId=${stationId}`;

/** Assigning units to the modules of a plant's layout. */
export const phoneRoofWorkAddress = (stationId: string): string =>
  `/mobile/station/roof?stationId=${stationId}`;

/** The phone's page for an address of the console; undefined where there is none. The roof opens at the same moment and value. */
export function findPhoneAddress(pathname: string, isAnonymous: boolean, search = ""): string | undefined {
  if (pathname === "/home") return phoneHome(isAnonymous);
  const roof = /^\/station\/([^/]+)\/layout$/u.exec(pathname)?.[1];
  if (roof !== undefined) return `${phonePlantAddress(roof)}&roof=full${search.replace(/^\?/u, "&")}`;
  const roofWork = /^\/station\/([^/]+)\/layout\/edit$/u.exec(pathname)?.[1];
  if (roofWork !== undefined) return phoneRoofWorkAddress(roofWork);
  const devices = /^\/station\/([^/]+)\/devices$/u.exec(pathname)?.[1];
  if (devices !== undefined) return phoneFieldAddress(devices);
  const stationId = /^\/station\/([^/]+)(?:\/alarms)?$/u.exec(pathname)?.[1];
  return stationId === undefined ? undefined : phonePlantAddress(stationId);
}
