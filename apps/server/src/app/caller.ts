import type { EndpointName, Language } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";

// A map, not an object: the header names the key.
const languages = new Map<string | undefined, Language>([
  ["zh", "zh-cn"],
  ["en", "en"],
  ["pt", "pt"],
  ["th", "th"],
]);
const defaultLanguage: Language = "zh-cn";

/** The first of the caller's languages that we speak; zh-cn when there is none. */
export function readLanguage(header: string | undefined): Language {
  const wishes = (header ?? "")
    .slice(0, 200)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.find((parameter) => parameter.trim().startsWith("q="))?.split("=")[1];
      return {
        language: languages.get(tag.split("-")[0]),
        quality: quality === undefined ? 1 : Number(quality),
      };
    })
    .filter((wish) => wish.language !== undefined && wish.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wishes[0]?.language ?? defaultLanguage;
}

const knownZones = new Map<string, boolean>();
// There are about 600 names; whatever else a stranger sends must not grow the map.
const mostZones = 2_000;

function isZone(name: string): boolean {
  // Offsets such as +08:00 are zones to Intl, but no IANA names.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The Time-Zone header when it is a known IANA name, else UTC. */
export function readTimeZone(header: string | string[] | undefined): string {
  const name = typeof header === "string" ? header : "";
  let isKnown = knownZones.get(name);
  if (isKnown === undefined) {
    isKnown = isZone(name);
    if (knownZones.size < mostZones) knownZones.set(name, isKnown);
  }
  return isKnown ? name : "UTC";
}

const longestToken = 200;

/** The token of an Authorization header; tokens are read from nowhere else. */
export function readAccessToken(header: string | undefined): string | undefined {
  const [, token] = /^bearer ([\w.~+/=-]+)$/i.exec(header ?? "") ?? [];
  return token !== undefined && token.length <= longestToken ? token : undefined;
}

/** The Endpoint header, by which the app and its pages say what they are where no session says it: APP, else WEB. */
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
