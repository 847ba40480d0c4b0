import pg from "pg";
import type { PeerConnection } from "./peer.ts";
import { sendInTurn } from "./peer.ts";

// COPY FROM STDIN by the client library: it passes the messages of the protocol to the active statement, whose handlers
// and connection methods are not part of its type declarations.

interface CopyMessages extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

function createCopy(statement: string, rows: Buffer) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const copy = {
    submit: (connection: pg.Connection) => connection.query(statement),
    handleCopyInResponse(connection: CopyMessages) {
      connection.sendCopyFromChunk(rows);
      connection.endCopyFrom();
    },
    handleCommandComplete: () => undefined,
    handleError: (error: Error) => reject(error),
    handleReadyForQuery: () => resolve(),
  };
  return { copy, done: promise };
}

/** A connection on which each body is one COPY statement and one transaction. */
export async function openCopyConnection(url: string, statement: string): Promise<PeerConnection> {
  const client = new pg.Client({ connectionString: url });
  // The statement that runs then fails as well.
  client.on("error", () => undefined);
  await client.connect();
  return {
    send: sendInTurn(async (rows) => {
      const { copy, done } = createCopy(statement, rows);
      client.query(copy);
      await done;
    }),
    end: () => client.end(),
  };
}
