import type { BodyInputOf, Endpoint } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../shared/api/api-error.ts";
import { useChange } from "../../../shared/api/queries.ts";
import { sentencesOf } from "../../../shared/api/shown-refusals.ts";
import { askConfirm } from "../../../shared/ui/dialog/asking.ts";

/** Deletes after a confirmation; shows what prevents it. */
export function useRemoval<E extends Endpoint>(endpoint: E, onGone: () => void) {
  const { t } = useTranslation();
  const erase = useChange(endpoint, { refusalIn: "card" });
  const [refusals, setRefusals] = useState<readonly string[]>([]);

  async function remove(name: string, body: BodyInputOf<E>): Promise<void> {
    const result = await askConfirm({
      title: t("rights.deleteTitle", { name }),
      text: t("rights.deleteText"),
      confirmText: t("rights.delete"),
      kind: "danger",
    });
    if (result !== "confirm") return;
    try {
      await erase.mutateAsync(body);
      onGone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusals(sentencesOf(error));
    }
  }

  return { refusals, remove };
}
