/** A place that another one is estimated from, and where it is from there. */
export interface Adjacent {
  readonly index: number;
  readonly dx: number;
  readonly dy: number;
  /** Falls with the distance. */
  readonly weight: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly plane: number;
}

/** Distance in metres at which a place counts 0.6 as much as a nearest one would: about the width of a module. */
const RANGE_M = 1;
const MAX_RANGES = 4;
/** Holds back a slope that few places support. */
const RIDGE = 0.2;

/** Places of the same plane around each place. */
export function listAdjacent(points: readonly Point[]): Adjacent[][] {
  const limitM = RANGE_M * MAX_RANGES;
  const squares = Map.groupBy(points.keys(), (index) => squareOf(points[index]!, limitM));
  return points.map((point, own) =>
    [-1, 0, 1].flatMap((right) =>
      [-1, 0, 1].flatMap((down) => {
        const square = { ...point, x: point.x + right * limitM, y: point.y + down * limitM };
        return (squares.get(squareOf(square, limitM)) ?? []).flatMap((index) => {
          const { x, y } = points[index]!;
          const [dx, dy] = [x - point.x, y - point.y];
          const weight = Math.exp(-(dx * dx + dy * dy) / (2 * RANGE_M ** 2));
          return index === own || Math.hypot(dx, dy) > limitM ? [] : [{ index, dx, dy, weight }];
        });
      }),
    ),
  );
}

const squareOf = ({ x, y, plane }: Point, sideM: number): string =>
  `${plane}/${Math.floor(x / sideM)}/${Math.floor(y / sideM)}`;

/** What a place is estimated by: a share of each adjacent module, and the variance of the estimate in those of a value. */
export interface Estimator {
  readonly shares: readonly (readonly [index: number, share: number])[];
  readonly variance: number;
}

/** A plane through the adjacent modules by weighted least squares, read at the place itself. */
export function fitPlace(adjacent: readonly Adjacent[], trust: Float64Array): Estimator {
  const near = adjacent.map((each) => ({ ...each, weight: each.weight * trust[each.index]! }));
  const sum = (value: (each: (typeof near)[number]) => number): number =>
    near.reduce((total, each) => total + each.weight * value(each), 0);
  const [s, sx, sy] = [sum(() => 1) + 1e-9, sum(({ dx }) => dx), sum(({ dy }) => dy)];
  const sxx = sum(({ dx }) => dx * dx) + RIDGE;
  const syy = sum(({ dy }) => dy * dy) + RIDGE;
  const sxy = sum(({ dx, dy }) => dx * dy);
  // The first row of the inverse of the normal equations (Cramer).
  const first = sxx * syy - sxy * sxy;
  const second = sxy * sy - sx * syy;
  const third = sx * sxy - sxx * sy;
  const determinant = s * first + sx * second + sy * third;
  const shares = near.map(
    ({ index, dx, dy, weight }) =>
      [index, (weight * (first + second * dx + third * dy)) / determinant] as const,
  );
  return { shares, variance: shares.reduce((total, [, share]) => total + share * share, 0) };
}
