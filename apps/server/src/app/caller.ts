import type { EndpointName, Language } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";

// A map, not an object, since the header contains the key.
const LANGUAGES = new Map<string | undefined, Language>([
  ["zh", "zh-cn"],
  ["en", "en"],
  ["pt", "pt"],
  ["th", "th"],
]);
const DEFAULT_LANGUAGE: Language = "zh-cn";

/** First supported language of the Accept-Language header; zh-cn if there is none. */
export function readLanguage(header: string | undefined): Language {
  const preferences = (header ?? "")
    .slice(0, 200)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.find((parameter) => parameter.trim().startsWith("q="))?.split("=")[1];
      return {
        language: LANGUAGES.get(tag.split("-")[0]),
        quality: quality === undefined ? 1 : Number(quality),
      };
    })
    .filter((preference) => preference.language !== undefined && preference.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return preferences[0]?.language ?? DEFAULT_LANGUAGE;
}

const knownZones = new Map<string, boolean>();
// There are about 600 names; other values a caller sends must not grow the map without limit.
const MAX_CACHED_ZONES = 2_000;

function isZone(name: string): boolean {
  // Intl also accepts offsets such as +08:00, which are no IANA names.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The Time-Zone header if it is a known IANA name, else UTC. */
export function readTimeZone(header: string | string[] | undefined): string {
  const name = typeof header === "string" ? header : "";
  let isKnown = knownZones.get(name);
  if (isKnown === undefined) {
    isKnown = isZone(name);
    if (knownZones.size < MAX_CACHED_ZONES) knownZones.set(name, isKnown);
  }
  return isKnown ? name : "UTC";
}

const MAX_TOKEN_LENGTH = 200;

/** The token of an Authorization header, the only place tokens are read from. */
export function readAccessToken(header: string | undefined): string | undefined {
  const [, token] = /^bearer ([\w.~+/=-]+)$/i.exec(header ?? "") ?? [];
  return token !== undefined && token.length <= MAX_TOKEN_LENGTH ? token : undefined;
}

/** The Endpoint header, which identifies the client where there is no session: APP, else WEB. */
export function readEndpointName(header: string | string[] | undefined): EndpointName {
  return header === ("APP" satisfies EndpointName) ? "APP" : "WEB";
}

export interface Caller {
  readonly language: Language;
  readonly timeZone: string;
  readonly address: string;
  readonly userAgent: string;
}

export function readCaller(request: FastifyRequest): Caller {
  return {
    language: readLanguage(request.headers["accept-language"]),
    timeZone: readTimeZone(request.headers["time-zone"]),
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
  };
}
