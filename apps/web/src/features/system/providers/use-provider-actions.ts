import { endpoints } from "virtual:endpoints";
import type { Provider } from "@heliograph/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { dropPath, useChange } from "../../../shared/api/queries.ts";
import { regionName } from "../../../shared/base/format/regions.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { askConfirm } from "../../../shared/ui/dialog/asking.ts";

export type Direction = "up" | "down";

/** Actions of a row's buttons, and their announcement to screen readers. */
export function useProviderActions(rows: readonly Provider[] | undefined) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const sort = useChange(endpoints.provider.sort);
  const erase = useChange(endpoints.provider.delete);
  const [said, setSaid] = useState("");
  const moved = useRef<{ readonly id: string; readonly direction: Direction }>(undefined);
  const isMoving = useRef(false);
  const latest = useRef(rows);
  latest.current = rows;

  // A row that moves takes its buttons out of the page for a moment: the focus goes with it.
  useEffect(() => {
    if (moved.current === undefined || rows === undefined) return;
    const { id, direction } = moved.current;
    moved.current = undefined;
    const find = (way: Direction) =>
      document.querySelector<HTMLButtonElement>(`[data-mover="${id} ${way}"]:not(:disabled)`);
    (find(direction) ?? find(direction === "up" ? "down" : "up"))?.focus();
  }, [rows]);

  const { mutateAsync: sortAsync } = sort;
  const move = useCallback(
    async (row: Provider, direction: Direction): Promise<void> => {
      const ids = latest.current?.map(({ providerId }) => providerId) ?? [];
      const from = ids.indexOf(row.providerId);
      const to = direction === "up" ? from - 1 : from + 1;
      if (isMoving.current || from === -1 || to < 0 || to >= ids.length) return;
      isMoving.current = true;
      ids.splice(to, 0, ...ids.splice(from, 1));
      moved.current = { id: row.providerId, direction };
      try {
        await sortAsync({ providerIds: ids });
        const name = regionName(row.countryOrRegion, tag);
        setSaid(t("providers.moved", { name, place: to + 1, count: ids.length }));
      } catch {
        // The error is on screen; the list is read again.
        await dropPath(endpoints.provider.list.path);
      } finally {
        isMoving.current = false;
      }
    },
    [sortAsync, t, tag],
  );

  const { mutateAsync: eraseAsync } = erase;
  const remove = useCallback(
    async (row: Provider): Promise<void> => {
      const result = await askConfirm({
        title: t("providers.deleteTitle", { name: regionName(row.countryOrRegion, tag) }),
        text: t("providers.deleteText", { email: row.serviceEmail }),
        confirmText: t("providers.delete"),
        kind: "danger",
      });
      if (result !== "confirm") return;
      await eraseAsync({ providerId: row.providerId }).catch(() => dropPath(endpoints.provider.list.path));
    },
    [eraseAsync, t, tag],
  );

  return {
    said,
    move: useCallback((row: Provider, direction: Direction) => void move(row, direction), [move]),
    remove: useCallback((row: Provider) => void remove(row), [remove]),
  };
}
