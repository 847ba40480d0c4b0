import type { BodyOf, DataInputOf, Endpoint, MessageKey, QueryOf } from "@heliograph/contract";
import type { FileResponse } from "./file-response.ts";
import type { PlantAccess } from "./plant-access.ts";
import type { Actor } from "./scope.ts";

/** One call that passed the access check, with its validated input. */
export interface Call<E extends Endpoint> extends Actor {
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Set when the endpoint takes an upload: its bytes, of an allowed size, not looked at yet. */
  readonly file?: Uint8Array;
  /** The caller's zone: a known IANA name, else UTC. */
  readonly timeZone: string;
  readonly userAgent: string;
  /** The console's own origin as the caller reaches it. */
  readonly origin?: string;
  /** Set for an endpoint that declares the cookie, and only when the call comes from the console's own origin. */
  readonly keptToken?: string;
  /** Set when the endpoint's access is a plant scope: the plant and how the caller stands to it. */
  readonly plant?: PlantAccess;
  readonly plantId?: string;
  readonly plantKey?: number;
  /** Set when the plant was resolved from a device. */
  readonly deviceId?: string;
}

/** An answer with more than its data. */
export class CallResult<Data> {
  readonly data: Data;
  /** A success sentence in the caller's language. */
  readonly messageKey?: MessageKey;
  /** What the cookie of a browser that stays signed in holds from now on; null takes it away. */
  readonly keptToken?: string | null;
  constructor(data: Data, more: { messageKey?: MessageKey; keptToken?: string | null }) {
    this.data = data;
    this.messageKey = more.messageKey;
    this.keptToken = more.keptToken;
  }
}

/** Only where a person pressed a button and the result is not visible by itself. */
export function withMessage<Data>(data: Data, messageKey: MessageKey): CallResult<Data> {
  return new CallResult(data, { messageKey });
}

/** Sets the cookie by which a browser stays signed in, or takes it away. */
export function withKeptToken<Data>(data: Data, keptToken: string | null): CallResult<Data> {
  return new CallResult(data, { keptToken });
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<DataInputOf<E> | CallResult<DataInputOf<E>>>;

/** Registers a call of the contract; the only way in. Access is checked before the handler runs. */
export type Mount = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

export type FileHandler<E extends Endpoint> = (call: Call<E>) => Promise<FileResponse>;
/** As Mount, for calls that answer a file's own bytes. */
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
