import type { ConfigurationSettings } from "@heliograph/contract";
import type { Language } from "../base/i18n/language.ts";
import { replaceHashLanguage } from "../base/i18n/language.ts";

export type ServerName = keyof ConfigurationSettings["servers"];

/** Servers in the order they are offered (R1.15). */
export const serverNames: readonly ServerName[] = ["china", "international", "southeastAsia"];

/** Where this console is: its origin and folder, without a slash at the end. */
export const ownAddress = ({ origin, pathname }: Pick<Location, "origin" | "pathname">): string =>
  (origin + pathname.replace(/[^/]*$/, "")).replace(/\/+$/, "");

export interface OfferedServer {
  readonly name: ServerName;
  /** Where choosing it leads; undefined when it is this one. */
  readonly address: string | undefined;
}

/** The servers with their addresses; one without an address is this one. */
export function offerServers(servers: ConfigurationSettings["servers"], own: string): OfferedServer[] {
  return serverNames.map((name) => {
    const address = servers[name];
    return { name, address: address === "" || address === own ? undefined : address };
  });
}

/** Address of the same page on another server in the current language. The session is not valid there. */
export function addressOn(server: string, hash: string, language: Language): string {
  const [path, query = ""] = replaceHashLanguage(hash === "" ? "#/" : hash, language).split("?");
  const params = new URLSearchParams(query);
  params.delete("token");
  return `${server}/${path}?${params}`;
}
