import { StartError } from "./start-error.ts";

export interface PortWish {
  /** Name of the variable that sets it, for the sentence. */
  variable: string;
  host: string;
  port: number;
  /** A port somebody asked for is used or refused; only the default gives way. */
  isSet: boolean;
}

const triesAfterBusy = 100;

function explain({ variable, host, port }: PortWish, error: NodeJS.ErrnoException): unknown {
  if (error.code === "EADDRINUSE")
    return new StartError(
      `${variable}: port ${port} on ${host} is busy: stop the program that uses it, or choose another. Example: ${variable}=${port + 1}`,
    );
  if (error.code === "EACCES")
    return new StartError(
      `${variable}: this user may not open port ${port}: choose one above 1023. Example: ${variable}=${port + 8000}`,
    );
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new StartError(`HOST: "${host}" is no address of this machine. Example: HOST=127.0.0.1`);
  return error;
}

/** Listens on the wished port, or on the next free one where it is only the default; `say` tells which. */
export async function listenOnPort<T>(
  wish: PortWish,
  listen: (port: number) => Promise<T>,
  say: (line: string) => void,
): Promise<T> {
  const last = wish.isSet ? wish.port : Math.min(wish.port + triesAfterBusy, 65_535);
  for (let port = wish.port; ; port++) {
    try {
      const result = await listen(port);
      if (port !== wish.port)
        say(`Port ${wish.port} is busy; using ${port} instead (set ${wish.variable} to choose one).`);
      return result;
    } catch (error) {
      const isBusy = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!isBusy || port >= last)
        throw explain({ ...wish, port: wish.port }, error as NodeJS.ErrnoException);
    }
  }
}

/** `host:port` as it stands in an address; every-address hosts become one that can be opened. */
export function formatHostPort(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `localhost:${port}`;
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
