import type { BodyOf, DataInputOf, Endpoint, MessageKey, QueryOf } from "@heliograph/contract";
import type { FileRanges, FileResponse, FileStream } from "./file-response.ts";
import type { PlantAccess } from "./plant-access.ts";
import type { Actor, Scope } from "./scope.ts";

/** One call that passed the access check, with its validated input. */
export interface Call<E extends Endpoint> extends Actor {
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Set when the endpoint takes an upload: its bytes, of an allowed size, content not validated yet. */
  readonly file?: Uint8Array;
  /** The caller's zone: a known IANA name, else UTC. */
  readonly timeZone: string;
  readonly userAgent: string;
  /** The console's origin as seen by the caller. */
  readonly origin?: string;
  /**
   * Refresh token from the cookie. Set for an endpoint that declares the cookie, and only when the call comes from the
   * console's own origin.
   */
  readonly refreshCookie?: string;
  /** Set when the endpoint's access is a plant scope: the plant and the caller's access to it. */
  readonly plant?: PlantAccess;
  readonly plantId?: string;
  readonly plantKey?: number;
  /** Set when the plant was resolved from a device. */
  readonly deviceId?: string;
}

/** A result with a message or a cookie in addition to its data. */
export class CallResult<Data> {
  readonly data: Data;
  /** A success sentence in the caller's language. */
  readonly messageKey?: MessageKey;
  /** New refresh token for the cookie of a browser that stays signed in; null deletes the cookie. */
  readonly refreshCookie?: string | null;
  constructor(data: Data, more: { messageKey?: MessageKey; refreshCookie?: string | null }) {
    this.data = data;
    this.messageKey = more.messageKey;
    this.refreshCookie = more.refreshCookie;
  }
}

/** Adds a success message. Use it only where a user pressed a button and the result is not visible on the page. */
export function withMessage<Data>(data: Data, messageKey: MessageKey): CallResult<Data> {
  return new CallResult(data, { messageKey });
}

/** Sets the cookie that keeps a browser signed in; null deletes it. */
export function withRefreshCookie<Data>(data: Data, refreshCookie: string | null): CallResult<Data> {
  return new CallResult(data, { refreshCookie });
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<DataInputOf<E> | CallResult<DataInputOf<E>>>;

/** A call while the database is full or unavailable: its access is checked as far as that was possible, or not at all. */
export interface CallWithoutStorage<E extends Endpoint> {
  readonly body: BodyOf<E>;
  readonly token: string | undefined;
  readonly address: string;
  /** Set together when the access was checked. */
  readonly scope?: Scope;
  readonly plant?: PlantAccess;
}

export type HandlerWithoutStorage<E extends Endpoint> = (
  call: CallWithoutStorage<E>,
) => Promise<DataInputOf<E> | CallResult<DataInputOf<E>>>;

/**
 * Registers an endpoint of the contract; there is no other way to add a route. Access is checked before the handler runs.
 * `withoutStorage` is called where the check or the handler fails or hangs for want of storage; it checks the access itself.
 */
export type Mount = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  withoutStorage?: HandlerWithoutStorage<E>,
) => void;

export type FileHandler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<FileResponse | FileRanges | FileStream>;
/** As Mount, for endpoints that return a file. */
export type MountFile = <E extends Endpoint>(endpoint: E, handler: FileHandler<E>) => void;

/** The bytes of a call that takes an upload. Throws when the endpoint declares none. */
export function fileOf(call: { file?: Uint8Array }): Uint8Array {
  if (!call.file) throw new Error("the endpoint declares no upload");
  return call.file;
}

/** The plant of a call whose access is a plant scope. Throws when the endpoint declares none. */
export function plantOf(call: { plant?: PlantAccess }): PlantAccess {
  if (!call.plant) throw new Error("the endpoint declares no plant scope");
  return call.plant;
}
