import type { DraftGroup, LayoutDraft } from "@heliograph/contract";
import { MAX_LAYOUT_GROUPS, MAX_LAYOUT_MODULES } from "@heliograph/contract/layout-limits";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "../../../shared/base/toast.ts";
import type { Edit } from "../../../shared/roof/draft/edits.ts";
import { copyGroups, countModules } from "./placement.ts";

interface GroupClipboardInput {
  readonly layout: LayoutDraft;
  readonly selected: readonly DraftGroup[];
  readonly onEdit: (step: Edit) => void;
}

/** Copies the selected groups, and pastes what was copied beside it. */
export function useGroupClipboard({ layout, selected, onEdit }: GroupClipboardInput) {
  const { t } = useTranslation();
  const clipboard = useRef<readonly DraftGroup[]>([]);
  const [hasCopy, setHasCopy] = useState(false);

  function copy(): void {
    clipboard.current = selected;
    setHasCopy(selected.length > 0);
  }

  function paste(): void {
    const copied = clipboard.current;
    if (copied.length === 0) return;
    if (
      countModules(layout.groups) + countModules(copied) > MAX_LAYOUT_MODULES ||
      layout.groups.length + copied.length > MAX_LAYOUT_GROUPS
    ) {
      toast("error", t("layoutEditor.tooMany", { max: MAX_LAYOUT_MODULES }));
      return;
    }
    const pasted = copyGroups(copied, layout);
    onEdit({ kind: "addGroups", groups: pasted });
    clipboard.current = pasted;
  }

  return { hasCopy, copy, paste };
}
