import { sessionStore } from "./current-session.ts";

/** An instant of this device's clock on the server's, ms. */
export const toServerTime = (at: number): number => at + (sessionStore.read()?.clockOffsetMs ?? 0);
