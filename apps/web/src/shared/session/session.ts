import type { EndpointName, Tokens } from "@heliograph/contract";

/** A signed-in or anonymous session of this tab (R3.1). Times are absolute milliseconds on the server's clock. */
export interface Session {
  /** Random, made at sign-in; names the lock and the channel its tabs share. */
  readonly id: string;
  /** Token type and token, as the Authorization header takes it. */
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_time: number;
  readonly refresh_expires_time: number;
  readonly isSuper: boolean;
  readonly isAnonymous: boolean;
  /** Where the session was opened from; maintenance is announced per endpoint. */
  readonly endpoint: EndpointName;
  /** Opened by a token in the address: for this tab only, not shared with others (R4.4). */
  readonly isGuest?: true;
  /** Server's clock minus this machine's: a wrong clock here changes nothing (R3.2). */
  readonly clockOffsetMs: number;
}

/** Time of a token response: the server's from its Date header, and this machine's. */
export interface ResponseTime {
  readonly serverAt: number;
  readonly localAt: number;
}

export type Kind = Pick<Session, "id" | "isSuper" | "isAnonymous" | "endpoint" | "isGuest">;

export function toSession(tokens: Tokens, { serverAt, localAt }: ResponseTime, kind: Kind): Session {
  return {
    id: kind.id,
    isSuper: kind.isSuper,
    isAnonymous: kind.isAnonymous,
    endpoint: kind.endpoint,
    ...(kind.isGuest && { isGuest: true }),
    access_token: `${tokens.token_type} ${tokens.access_token}`,
    refresh_token: tokens.refresh_token,
    expires_time: serverAt + tokens.expires_in * 1000,
    refresh_expires_time: serverAt + tokens.refresh_expires_in * 1000,
    clockOffsetMs: serverAt - localAt,
  };
}

// A token must not expire on its way to the server.
const MARGIN_MS = 10_000;

export type TokenState = "valid" | "refresh" | "expired";

export function tokenState(session: Session, localNow: number): TokenState {
  const now = localNow + session.clockOffsetMs;
  if (now >= session.refresh_expires_time) return "expired";
  return now >= session.expires_time - MARGIN_MS ? "refresh" : "valid";
}
