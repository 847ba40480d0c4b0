import { useMemo } from "react";
import { readToken } from "../../../shared/base/theme/read-token.ts";
import { useTheme } from "../../../shared/base/theme/theme.ts";
import type { EditorColors } from "./draw-editor.ts";

/** Colours of the editor in the theme on screen. */
export function useEditorColors(): EditorColors {
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens are those of the theme
  return useMemo(
    () => ({
      ground: readToken("--roof-field"),
      unit: readToken("--scale-2"),
      empty: readToken("--surface"),
      line: readToken("--text-3"),
      selection: readToken("--amber"),
      text: readToken("--text"),
      onUnit: readToken("--on-roof"),
      font: readToken("--font"),
    }),
    [theme],
  );
}
