import { endpoints } from "virtual:endpoints";
import { startAuthentication, WebAuthnError } from "@simplewebauthn/browser";
import { call } from "../../shared/api/api.ts";
import type { Entering } from "../../shared/session/enter.ts";
import { enter } from "../../shared/session/enter.ts";

type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];

/** Signs in with a passkey of this device; false when the person or the browser did not use one. Throws ApiError. */
export async function signInByPasskey(entering: Entering): Promise<boolean> {
  const begun = await call(endpoints.token.beginPasskey, { body: {}, isQuiet: true });
  if (begun === undefined) return false;
  const { ceremony, options } = begun.data;
  try {
    const signed = await startAuthentication({ optionsJSON: options as unknown as Options });
    const answer = await call(endpoints.token.passkey, {
      body: {
        ceremony,
        answer: signed as never,
        endpoint: entering.endpoint,
        keepSignedIn: entering.isKept,
      },
      isQuiet: true,
    });
    if (answer === undefined) return false;
    await enter(answer, entering);
    return true;
  } catch (error) {
    // Closed, refused, timed out, or unknown to this browser: nothing was signed.
    if (error instanceof WebAuthnError || error instanceof DOMException) return false;
    throw error;
  }
}
