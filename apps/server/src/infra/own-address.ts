import type { Config } from "./config.ts";
import { formatHostPort } from "./ports.ts";

/** Where people reach the console, for links in messages: PUBLIC_URL, else the port that answers. */
export function createOwnAddress(config: Pick<Config, "publicUrl" | "host" | "port">) {
  let listening = `http://${formatHostPort(config.host, config.port)}`;
  return {
    /** The port was free or another one was taken. */
    announce(address: string): void {
      listening = address;
    },
    /** Address of a page, such as `/forgot`. Never made from a request: its headers are the caller's. */
    linkTo: (page: string): string => `${config.publicUrl ?? listening}/#${page}`,
  };
}

export type OwnAddress = ReturnType<typeof createOwnAddress>;
