import type { EndpointName } from "@heliograph/contract";
import { readPhoneVersion } from "../base/theme/device.ts";
import { peekReturn } from "./return-address.ts";

const installed = matchMedia("(display-mode: standalone)");
const isMobilePage = (address: string): boolean => /^\/mobile(\/|\?|$)/.test(address);

/**
 * What a session is opened by here: the installed app, phones and the /mobile pages are APP, everything else WEB. Who was
 * sent to sign-in by a /mobile page still comes from there.
 */
export function openingEndpoint(): EndpointName {
  const address = location.hash.slice(1);
  const isForMobile = isMobilePage(address) || (address.startsWith("/login") && isMobilePage(peekReturn()));
  return installed.matches || isForMobile || readPhoneVersion() === "phone" ? "APP" : "WEB";
}
