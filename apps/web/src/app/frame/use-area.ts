import { useEffect } from "react";
import { usePermissions } from "../../shared/auth/allowed.tsx";
import { readLocal, writeLocal } from "../../shared/base/theme/local-keys.ts";
import { sessionStore } from "../../shared/session/current-session.ts";
import { canOpen } from "../../shared/session/permissions.ts";
import type { MenuArea } from "./menu.ts";
import { findArea, menu } from "./menu.ts";

const key = "activeTopMenuPath";

/** The areas this session may see, and the one of a path; a page of none leaves the last one marked. */
export function useArea(path: string): { areas: readonly MenuArea[]; area: MenuArea } {
  const { data: permissions } = usePermissions();
  const isAnonymous = sessionStore.read()?.isAnonymous === true;
  const areas = menu
    .map((area) => ({
      ...area,
      pages: area.pages.filter(
        ({ needs, isPersonal }) =>
          !(isPersonal === true && isAnonymous) &&
          (needs === undefined || (permissions !== undefined && canOpen(permissions, needs))),
      ),
    }))
    .filter(({ pages }) => pages.length > 0);
  const own = findArea(areas, path);
  const ownPath = own?.pages[0]?.path;
  useEffect(() => {
    if (ownPath !== undefined) writeLocal(key, ownPath);
  }, [ownPath]);
  const area = own ?? findArea(areas, readLocal(key) ?? "") ?? areas[0];
  if (area === undefined) throw new Error("The menu has no page for everyone");
  return { areas, area };
}
