/** A rectangle at any angle: its middle, half of its sides, and the angle as cosine and sine. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly cos: number;
  readonly sin: number;
}

const extentAlong = ({ halfWidth, halfHeight, cos, sin }: Box, axisX: number, axisY: number): number =>
  halfWidth * Math.abs(cos * axisX + sin * axisY) + halfHeight * Math.abs(cos * axisY - sin * axisX);

function isApart(one: Box, other: Box, axisX: number, axisY: number): boolean {
  const distance = Math.abs((other.x - one.x) * axisX + (other.y - one.y) * axisY);
  return distance >= extentAlong(one, axisX, axisY) + extentAlong(other, axisX, axisY);
}

/** Whether two rectangles overlap: not where a line along a side of one of them separates them. Runs for every pair in a frame. */
export function overlap(one: Box, other: Box): boolean {
  // No point of a rectangle is further from its middle than both half sides together.
  const far = one.halfWidth + one.halfHeight + other.halfWidth + other.halfHeight;
  if (Math.abs(other.x - one.x) >= far || Math.abs(other.y - one.y) >= far) return false;
  return !(
    isApart(one, other, one.cos, one.sin) ||
    isApart(one, other, -one.sin, one.cos) ||
    isApart(one, other, other.cos, other.sin) ||
    isApart(one, other, -other.sin, other.cos)
  );
}
