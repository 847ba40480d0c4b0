import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { createOwnOrigin } from "./own-origin.ts";

test.each([
  ["::", "fe80::1%eth0"],
  ["fe80::1%eth0", "fe80::1"],
])(
  "recognizes its own origin at a link-local address with a zone (HOST %s, socket %s)",
  (host, localAddress) => {
    const ownOrigin = createOwnOrigin({ host, port: 8080, publicUrl: undefined });
    const createRequest = (origin: string) =>
      ({
        headers: { origin },
        host: new URL(origin).host,
        socket: { localAddress, localPort: 8080 },
      }) as unknown as FastifyRequest;
    expect(ownOrigin.find(createRequest("http://[fe80::1]:8080"))).toBe("http://[fe80::1]:8080");
    expect(ownOrigin.find(createRequest("http://[fe80::2]:8080"))).toBeUndefined();
  },
);
