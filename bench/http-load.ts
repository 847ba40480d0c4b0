import { once } from "node:events";
import { connect } from "node:net";
import { performance } from "node:perf_hooks";

/**
 * Responses per second over keep-alive connections that repeat the same pre-encoded request as soon as the response is
 * complete. Responses are counted by their bytes, so that each must be as long as the first.
 */
export async function measureRequests(options: {
  url: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
}): Promise<{ perSecond: number; statusLine: string }> {
  const { hostname, port, pathname } = new URL(options.url);
  const head = Object.entries({ Host: `${hostname}:${port}`, Connection: "keep-alive", ...options.headers })
    .map(([name, value]) => `${name}: ${value}`)
    .join("\r\n");
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${head}\r\n\r\n`);
  let responses = 0;
  let statusLine = "";
  let isOver = false;

  async function run(): Promise<void> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, "connect");
    let wanted = 0;
    let received = 0;
    socket.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (wanted === 0) {
        const text = chunk.toString("latin1");
        const headEnd = text.indexOf("\r\n\r\n");
        const length = /content-length: (\d+)/i.exec(text)?.[1];
        if (headEnd === -1 || length === undefined) throw new Error("the first answer came without a length");
        statusLine ||= text.slice(0, text.indexOf("\r\n"));
        wanted = headEnd + 4 + Number(length);
      }
      if (received < wanted) return;
      responses += 1;
      received -= wanted;
      if (isOver) socket.end();
      else socket.write(request);
    });
    socket.write(request);
    await once(socket, "close");
  }

  const began = performance.now();
  const all = Array.from({ length: options.connections }, run);
  const timer = setTimeout(() => {
    isOver = true;
  }, options.seconds * 1000);
  await Promise.all(all);
  clearTimeout(timer);
  return { perSecond: responses / ((performance.now() - began) / 1000), statusLine };
}
