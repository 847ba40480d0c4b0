import type { HttpCall, HttpCaller } from "./http-calls.ts";
import type { Connections } from "./http-load.ts";
import { encodeRequest, rotate } from "./http-load.ts";
import { places } from "./http-places.ts";

/** Returns the body of the first caller's response. Throws unless callers at all places get the data that were written. */
export async function checkCall(
  http: string,
  call: HttpCall,
  callers: readonly HttpCaller[],
): Promise<string> {
  const bodies: string[] = [];
  for (const caller of callers.slice(0, places.length)) {
    const headers = { Authorization: caller.authorization, "Accept-Language": "en" };
    const body = await (await fetch(http + call.pathOf(caller), { headers })).text();
    call.checkBody(body);
    bodies.push(body);
  }
  return bodies[0] ?? "";
}

/** Returns the requests of the callers in turn. */
export function createNext(host: string, call: HttpCall, callers: readonly HttpCaller[]): () => Buffer {
  return rotate(
    callers.map((caller) =>
      encodeRequest({ host, path: call.pathOf(caller), authorization: caller.authorization }),
    ),
  );
}

/** Makes one call on the first connection; resolves at the end of the response. */
export function callOnce({ all, failed }: Connections, request: Buffer): Promise<void> {
  const response = new Promise<void>((resolve) => all[0]?.send(request, resolve));
  return Promise.race([response, failed]);
}
