import { useMemo } from "react";
import { readToken } from "../base/theme/read-token.ts";
import { useTheme } from "../base/theme/theme.ts";
import type { Palette } from "./colors.ts";
import { createPalette } from "./colors.ts";

/** Colours of the roof in the theme on screen. */
export function usePalette(): Palette {
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens are those of the theme
  return useMemo(() => createPalette(readToken), [theme]);
}
