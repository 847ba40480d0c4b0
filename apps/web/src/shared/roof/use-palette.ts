import { useMemo } from "react";
import { readToken } from "../base/theme/read-token.ts";
import { useTheme } from "../base/theme/theme.ts";
import type { Palette, Shades } from "./colors.ts";
import { createPalette } from "./colors.ts";

/** Colours of the roof in the theme on screen. */
export function usePalette(shades: Shades = "scale"): Palette {
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens are those of the theme
  return useMemo(() => createPalette(readToken, shades), [theme, shades]);
}
