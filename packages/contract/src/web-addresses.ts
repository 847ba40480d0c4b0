// Names that resolve only in private networks, for which no public certificates exist.
const privateName = /^(localhost|[a-z0-9-]+|.+\.(localhost|local|internal|lan|home\.arpa|test))$/;
const privateNumber =
  /^((10|127)(\.\d+){3}|(192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+){2}|\[(::1|f[cd][0-9a-f]{2}:.*|fe80:.*)\])$/;

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

const isPrivate = (host: string): boolean => privateName.test(host) || privateNumber.test(host);

/** https anywhere, http only inside private networks; no credentials in the address. */
function isWebAddress(url: URL | undefined): url is URL {
  if (url === undefined || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isPrivate(url.hostname));
}

/** Address of another console: host and optionally a folder, without query or fragment. */
export function isServerAddress(text: string): boolean {
  const url = parse(text);
  return isWebAddress(url) && url.search === "" && url.hash === "";
}

/** The same address always written the same way, without a slash at its end. */
export function normalizeServerAddress(text: string): string {
  const url = parse(text);
  return url === undefined ? text : (url.origin + url.pathname).replace(/\/+$/, "");
}

/** An external page; users confirm before it is opened. */
export function isPageAddress(text: string): boolean {
  const url = parse(text);
  return url?.protocol === "https:" && url.username === "" && url.password === "";
}

/** A page of an app store. */
export function isStoreAddress(text: string): boolean {
  return isWebAddress(parse(text));
}

/** A template of map tiles: each of the three places exactly once. */
export function isMapTileAddress(text: string): boolean {
  const isTemplate = ["{z}", "{x}", "{y}"].every((place) => text.split(place).length === 2);
  return isTemplate && isWebAddress(parse(text.replace(/\{[zxy]\}/g, "0")));
}

/** Origin that map tiles come from; none without a template. */
export const tileOrigin = (template: string): string | undefined =>
  parse(template.replace(/\{[zxy]\}/g, "0"))?.origin;

/** An address that webhooks are sent to; http is possible only where the server's settings allow it. */
export function isReceiverAddress(text: string): boolean {
  const url = parse(text);
  if (url === undefined || url.username !== "" || url.password !== "" || url.hash !== "") return false;
  return url.protocol === "https:" || url.protocol === "http:";
}
