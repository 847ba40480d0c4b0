import { endpoints } from "virtual:endpoints";
import { startAuthentication, WebAuthnError } from "@simplewebauthn/browser";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import type { Entering } from "../../shared/auth/enter.ts";
import { enter } from "../../shared/auth/enter.ts";
import { loadTexts, translate } from "../../shared/base/i18n/i18n.ts";

type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];

async function sign(optionsJSON: Options): ReturnType<typeof startAuthentication> {
  try {
    return await startAuthentication({ optionsJSON });
  } catch (error) {
    if (!(error instanceof WebAuthnError || error instanceof DOMException)) throw error;
    // Closed, refused, timed out, or unknown to this browser: nothing was signed.
    await loadTexts("security");
    throw new ApiError(translate("secondStep.passkeyFailed"), { cause: error });
  }
}

/** Signs in with a passkey of this device. Throws ApiError, also when the person or the browser did not use one. */
export async function signInByPasskey(entering: Entering): Promise<void> {
  const begun = await call(endpoints.token.beginPasskey, { body: {}, refusalIn: "form" });
  if (begun === undefined) return;
  const signed = await sign(begun.data.options as unknown as Options);
  const body = {
    ceremony: begun.data.ceremony,
    credential: signed as never,
    endpoint: entering.endpoint,
    keepSignedIn: entering.isKept,
  };
  const response = await call(endpoints.token.passkey, { body, refusalIn: "form" });
  if (response !== undefined) await enter(response, entering);
}
