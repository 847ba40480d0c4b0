interface CurveFrame {
  /** Values at the bottom and the top. */
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly height: number;
}

/** Path of a unit's values over a day: steps without a value stay open, a value between two of them is a dot. */
export function curvePath(values: Float32Array, { from, to, width, height }: CurveFrame): string {
  let path = "";
  let isOpen = false;
  for (const [step, value] of values.entries()) {
    if (Number.isNaN(value)) {
      isOpen = false;
      continue;
    }
    const x = (((step + 0.5) / values.length) * width).toFixed(1);
    const y = (height * (1 - (value - from) / (to - from))).toFixed(1);
    const isAlone = !isOpen && !(values[step + 1]! >= Number.NEGATIVE_INFINITY);
    path += isOpen ? `L${x} ${y}` : `M${x} ${y}`;
    if (isAlone) path += `L${x} ${y}`;
    isOpen = true;
  }
  return path;
}
