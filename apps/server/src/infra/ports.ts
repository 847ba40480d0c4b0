import { StartError } from "./start-error.ts";

export interface PortRequest {
  /** Name of the variable that sets it, for error messages. */
  variable: string;
  host: string;
  port: number;
  /** Whether the user set the port. Then it is used or the start fails; only the default falls back to the next free one. */
  isSet: boolean;
}

const MAX_NEXT_PORTS = 100;

function explain({ variable, host, port }: PortRequest, error: NodeJS.ErrnoException): unknown {
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

/** Listens on the requested port, or on the next free one where it is only the default; `print` shows which. */
export async function listenOnPort<T>(
  request: PortRequest,
  listen: (port: number) => Promise<T>,
  print: (line: string) => void,
): Promise<T> {
  const last = request.isSet ? request.port : Math.min(request.port + MAX_NEXT_PORTS, 65_535);
  for (let port = request.port; ; port++) {
    try {
      const result = await listen(port);
      if (port !== request.port)
        print(`Port ${request.port} is busy; using ${port} instead (set ${request.variable} to choose one).`);
      return result;
    } catch (error) {
      const isBusy = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!isBusy || port >= last)
        throw explain({ ...request, port: request.port }, error as NodeJS.ErrnoException);
    }
  }
}

/** Formats `host:port` for an address; wildcard hosts become one that a browser can open. */
export function formatHostPort(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `localhost:${port}`;
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
