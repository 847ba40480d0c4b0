import { useEffect, useMemo } from "react";
import { encode } from "uqr";

/** Light modules around the code, without which readers do not find it (ISO/IEC 18004, 9.1). */
const QUIET = 4;

export function QrDrawing({ text, onDrawn }: { text: string; onDrawn?: (() => void) | undefined }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  useEffect(() => onDrawn?.(), [onDrawn]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true" focusable="false" shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}

function draw(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size, path };
}
