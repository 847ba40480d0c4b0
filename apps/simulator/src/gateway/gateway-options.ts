import type {
  BirthColumn,
  BirthUnit,
  Clock,
  Command,
  CommandReply,
  OtaChunk,
  SampleRow,
} from "@heliograph/protocol";
import type { CommandHandler } from "./command-desk.ts";
import type { GatewayStore } from "./gateway-state.ts";
import type { SeqRange } from "./outbox.ts";

/** Content of a birth: the gateway and the units behind it. */
export interface Inventory {
  readonly model: string;
  readonly hw: string;
  readonly sw: string;
  readonly hplc?: string;
  /** Seconds between reports. */
  readonly intervalS: number;
  readonly capabilities: readonly string[];
  readonly units: readonly BirthUnit[];
  /** Tables of columns by number. */
  readonly columns: Readonly<Record<string, readonly BirthColumn[]>>;
}

/** What happened to a gateway, for a log. */
export type GatewayNotice =
  | { readonly kind: "claimed" | "online" | "offline" }
  | { readonly kind: "failed"; readonly error: unknown; readonly retryInMs: number }
  | { readonly kind: "lost"; readonly ranges: readonly SeqRange[] }
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "answered"; readonly reply: CommandReply }
  | { readonly kind: "unreadable"; readonly topic: string; readonly error: unknown };

/** A reply as it leaves the gateway. */
export interface PlannedReply {
  readonly reply: CommandReply;
  /** 0: immediately. */
  readonly afterMs: number;
}

export interface GatewayOptions {
  /** Address of the device link, `mqtt://…` or `mqtts://…`. */
  readonly url: string;
  readonly sn: string;
  /** Needed until the first sign-in; not after. */
  readonly registrationCode?: string;
  readonly inventory: Inventory;
  readonly store: GatewayStore;
  /** `cloud`: no NTP, asks the cloud for the time; `none`: never learns it. */
  readonly clock?: Clock;
  /** The gateway's own clock, UTC ms. */
  now?(): number;
  /** Random numbers for the back-off, 0 to 1. */
  random?(): number;
  readonly onCommand?: CommandHandler;
  /** What leaves for a reply, and when; the reply alone when absent. */
  planReplies?(reply: CommandReply): readonly PlannedReply[];
  /** A part of a firmware image. */
  onChunk?(chunk: OtaChunk): void;
  /** Signed in, with the birth acknowledged. */
  onReady?(): void;
  onNotice?(notice: GatewayNotice): void;
  /** Records stored without PUBACK; 7 days of the interval when absent, at least 1,000. */
  readonly ringRecords?: number;
  /** Messages without PUBACK at a time. */
  readonly inFlight?: number;
}

/**
 * How a record goes out. `live`: immediately, and stored until the cloud requests it while there is no connection;
 * `late`: immediately, on the history topic; `buffered`: as after an outage, sent when the cloud requests it.
 */
export type Way = "live" | "late" | "buffered";

export interface DataReport {
  /** UTC ms on the gateway's clock. */
  readonly at: number;
  /** Table of the inventory's columns; 1 when absent. */
  readonly table?: number;
  readonly rows: readonly SampleRow[];
  readonly way?: Way;
}
