import { createContext } from "react";
import type { MessageKey } from "../shared/i18n/i18n.ts";
import type { Needed } from "../shared/session/permissions.ts";
import type { PageLayout } from "../shared/theme/scale.ts";

/** What a route says of its page. A title is a translation key or a plain text; the latter gets the brand (R2.4). */
export interface RouteHandle {
  readonly titleKey?: MessageKey;
  readonly title?: string;
  readonly layout?: PageLayout;
  /** Permission without which the page is refused (R6.12). */
  readonly needs?: Needed;
}

/** Permission the page on screen needs, for the frame around it. */
export const PageNeeds = createContext<Needed | undefined>(undefined);
