import type { z } from "zod";
import "./zod-config.ts";
import type { ErrorCode } from "./codes.ts";
import type { MessageKey } from "./messages/en.ts";
import type { PermissionId } from "./permissions.ts";
import type { PlantPart } from "./plant-settings.ts";

/**
 * Who may call: `public` needs no token, `anonymous` any session including an anonymous one, `signed-in` an account's
 * session; a list names permission nodes of which the caller needs at least one.
 */
export type Who = "public" | "anonymous" | "signed-in" | readonly [PermissionId, ...PermissionId[]];

/** The parameter that holds the id of an invitation or grant, or of a transfer. */
export type OfferBy = { grantId: string } | { transferId: string };
/** The parameter with the id of the plant, or of an object that belongs to one plant. */
export type PlantBy = { stationId: string } | { deviceId: string } | { alarmId: string } | OfferBy;

/** What the caller must have access to. */
export type ScopeNeed =
  | { kind: "none" }
  /** Lists: the handler gets a scope and reads only rows in it. */
  | { kind: "in-scope" }
  | {
      kind: "plant";
      level: PlantNeed;
      by: PlantBy;
      /** Part of the plant in the response: refused to participants from whom it is hidden. */
      part?: PlantPart;
    }
  /** An open offer made to the caller: an invitation to a plant, or its transfer. */
  | { kind: "addressed"; by: OfferBy }
  /** The field of the body that names the company; when it is absent, the caller's own. */
  | { kind: "company"; by: string }
  /** The field that names an account, whose company must be in the caller's scope. */
  | { kind: "account"; by: string }
  /** The field that names a role: a built-in one, or one created by a company in the caller's scope or above it. */
  | { kind: "role"; by: string }
  /** Live topics: each plant named in this query field must be readable. */
  | { kind: "topics"; by: string }
  | { kind: "platform" };

/**
 * What a call does with a plant. `operate` needs a grant with this right for participants; `install` (its devices) is also
 * open to the installer company; `administer` and `own` include all before them.
 */
export type PlantNeed = "read" | "operate" | "install" | "administer" | "own";

export interface Access {
  readonly who: Who;
  /** With `who: "anonymous"`: nodes of which an account's session needs at least one; an anonymous one needs none. */
  readonly accountsNeed?: readonly [PermissionId, ...PermissionId[]];
  readonly scope: ScopeNeed;
}

/** Allowed bodies of an upload: content type and size are checked first, the content afterwards. */
export interface Upload {
  readonly contentTypes: readonly [string, ...string[]];
  readonly maxBytes: number;
  /** Message for any other type. */
  readonly typeRefusal: MessageKey;
}

/** How long the client may cache a response: `default` is five minutes until a change drops it (R9.2). */
export type CacheRule = "default" | "bypass";

export interface Endpoint<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  readonly method: "GET" | "POST" | "DELETE";
  /** Address under `/api`, without parameters in the path. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly query?: Query;
  readonly body?: Body;
  /** `data` of a successful response. */
  readonly data: Data;
  readonly errors: readonly ErrorCode[];
  /** `data` of a refusal with this code, where it is more than the code's own. */
  readonly errorData?: Partial<Record<ErrorCode, z.ZodType>>;
  /** Needs the password confirmed within the last 5 minutes (POST /user/stepUp); refused with A0220 otherwise. */
  readonly stepUp?: true;
  /** Not carried out when it arrives later than `MAX_TRAVEL_MS` after it was sent, by its header Sent-At; refused with A0440. */
  readonly promptly?: true;
  /** Reads, sets or clears the cookie of a browser that stays signed in. */
  readonly cookie?: true;
  /** A response other than the envelope: server-sent events, or the bytes of a file. */
  readonly responseType?: "stream" | "file";
  /** A POST that takes a file's bytes as its body instead of JSON; other parameters are in the query. */
  readonly upload?: Upload;
  readonly cache?: CacheRule;
  /** Available during maintenance (domain: Maintenance pop-ups); other calls are refused with B0100. */
  readonly duringMaintenance?: true;
  /** Reads (by path) whose cached responses this change makes stale; `all` where it changes access. */
  readonly invalidates?: readonly string[] | "all";
}

/** Declares one endpoint; server, client, OpenAPI and access tests are derived from the value. */
export function defineEndpoint<
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Data extends z.ZodType = z.ZodNull,
>(endpoint: Endpoint<Query, Body, Data>): Endpoint<Query, Body, Data> {
  return endpoint;
}

export type QueryOf<E extends Endpoint> =
  E extends Endpoint<infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type QueryInputOf<E extends Endpoint> =
  E extends Endpoint<infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never;
export type BodyOf<E extends Endpoint> =
  E extends Endpoint<z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
export type BodyInputOf<E extends Endpoint> =
  E extends Endpoint<z.ZodType, infer B, z.ZodType> ? z.input<B> : never;
export type DataOf<E extends Endpoint> =
  E extends Endpoint<z.ZodType, z.ZodType, infer D> ? z.output<D> : never;
/** What a handler may return: extra fields are stripped by the response schema. */
export type DataInputOf<E extends Endpoint> =
  E extends Endpoint<z.ZodType, z.ZodType, infer D> ? z.input<D> : never;
