import type { Config } from "./config.ts";
import { formatHostPort } from "./ports.ts";

/** Address of the console for links in messages: PUBLIC_URL, else the port it listens on. */
export function createOwnAddress(config: Pick<Config, "publicUrl" | "host" | "port">) {
  let listening = `http://${formatHostPort(config.host, config.port)}`;
  return {
    /** Sets the address the server actually listens on, which may have another port than the configured one. */
    announce(address: string): void {
      listening = address;
    },
    /** Address of a page, such as `/forgot`. Never derived from a request, whose headers the caller controls. */
    linkTo: (page: string): string => `${config.publicUrl ?? listening}/#${page}`,
    /** Address that the server itself answers, such as `/unsubscribe`. */
    addressOf: (path: string): string => `${config.publicUrl ?? listening}${path}`,
  };
}

export type OwnAddress = ReturnType<typeof createOwnAddress>;
