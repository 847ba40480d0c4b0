import type { RouteObject } from "react-router";
import type { MessageKey } from "../base/i18n/i18n.ts";
import type { PageLayout } from "../base/theme/scale.ts";
import type { RequiredPermission } from "../session/permissions.ts";

/** Properties of a route's page. */
export interface PageHandle {
  /** The window's title is this translation (R2.4). */
  readonly titleKey?: MessageKey;
  /** A plain title, the same in every language; the brand precedes it (R2.4). */
  readonly title?: string;
  readonly layout?: PageLayout;
  /** A page without the frame that still wants a session; without one it leads to sign-in and back. */
  readonly needsSession?: boolean;
  /** The page leaves the session's permissions alone while it is open (R2.22). */
  readonly hasNoPermissionPolling?: boolean;
  /** Permission without which the page is refused (R6.12). */
  readonly needs?: RequiredPermission;
  /** The page keeps its state while hidden and is a tab of the frame (R2.21). */
  readonly isCached?: boolean;
}

/** A page of a feature: full path, properties, and its element from `page()`. */
export type PageRoute = RouteObject & { readonly path: string; readonly handle: PageHandle };
