import { createHmac } from "node:crypto";
import { once } from "node:events";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { WebhookBody } from "@heliograph/contract";
import { webhookBody } from "@heliograph/contract";

export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly id: string;
  readonly text: string;
  readonly body: WebhookBody;
}

/** A status, or the test writes the response itself. */
type Respond = number | ((response: ServerResponse) => void);

/** An HTTP server on the loopback interface that stores every request; `respond` decides the response, 204 by default. */
export async function startReceiver(respond: (request: ReceivedRequest, nth: number) => Respond = () => 204) {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const id = String(request.headers["webhook-id"]);
      const one = { headers: request.headers, id, text, body: webhookBody.parse(JSON.parse(text)) };
      received.push(one);
      const result = respond(one, received.length);
      if (typeof result === "number") response.writeHead(result).end("text of the receiver");
      else result(response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** Ids of the events of all requests, sorted. */
    eventIds: () => received.flatMap(({ body }) => body.data.events.map(({ eventId }) => eventId)).sort(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Signature of a request as a receiver computes it by the Standard Webhooks specification. */
export function signatureOf({ headers, id, text }: ReceivedRequest, secret: string): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const content = `${id}.${headers["webhook-timestamp"]}.${text}`;
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}
