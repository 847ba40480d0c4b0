import type { SampleColumns } from "../module-reports.ts";
import type { StoredTotals } from "./totals.ts";

export interface PeerConnection {
  /** Sends an encoded body after the ones before; resolves when the peer has acknowledged it. */
  send(body: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** A running program without data that stores module samples. */
export interface Peer {
  readonly pid: number;
  readonly version: string;
  /** The body in which it receives these samples, ready to be sent. */
  encode(samples: SampleColumns): Buffer;
  open(): Promise<PeerConnection>;
  /** Does now what it would otherwise put off for minutes. */
  finish(): Promise<void>;
  /** Counts and adds up the stored values from the first to the last instant (ms). */
  readTotals(fromMs: number, toMs: number): Promise<StoredTotals>;
  /** Size of samples and indexes on the disk. */
  readBytes(): Promise<number>;
  stop(): Promise<void>;
}

export interface PeerProgram {
  readonly name: string;
  /** What to install where it is missing. */
  readonly debianPackage: string;
  /** When it acknowledges a body. */
  readonly acknowledges: string;
  /** Connections for the reports of this many gateways. */
  countConnections(gateways: number): number;
  isInstalled(): boolean;
  /** Starts it with its files in this empty folder; resolves when it accepts samples. */
  start(folder: string): Promise<Peer>;
}

/** A send function that begins with a body after the ones before are acknowledged. */
export function sendInTurn(send: (body: Buffer) => Promise<void>): (body: Buffer) => Promise<void> {
  let last = Promise.resolve();
  return (body) => {
    last = last.then(() => send(body));
    return last;
  };
}
