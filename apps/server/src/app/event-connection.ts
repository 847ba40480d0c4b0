import type { ServerResponse } from "node:http";

// A client that reads too slowly is disconnected and resumes when it can.
const MAX_UNREAD_BYTES = 1024 * 1024;

export interface EventConnection {
  send(event: { id?: string; event: string; data: string }): void;
  comment(text: string): void;
  /** Sends the reason and ends the stream. */
  end(reason: string): void;
  /** Closes the socket without waiting for unread data. */
  destroy(): void;
}

/** Writes server-sent events (HTML standard, 9.2) on a raw response whose head was written. */
export function createEventConnection(raw: ServerResponse): EventConnection {
  function write(text: string): void {
    if (raw.destroyed || raw.writableEnded) return;
    raw.write(text);
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
  }

  function send({ id, event, data }: { id?: string; event: string; data: string }): void {
    write(`${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`);
  }

  return {
    send,
    comment: (text) => write(`: ${text}\n\n`),
    end(reason) {
      send({ event: "end", data: JSON.stringify({ code: reason }) });
      raw.end();
    },
    destroy: () => raw.destroy(),
  };
}
