// A half circle of radius 84, a little more than half so that its ends hang down.
const START_DEG = 200;
const SWEEP_DEG = 220;
const RADIUS = 84;

function point(deg: number): string {
  const angle = (deg * Math.PI) / 180;
  return `${100 + RADIUS * Math.cos(angle)} ${100 - RADIUS * Math.sin(angle)}`;
}

function arc(share: number): string {
  const end = START_DEG - SWEEP_DEG * share;
  return `M${point(START_DEG)}A${RADIUS} ${RADIUS} 0 ${SWEEP_DEG * share > 180 ? 1 : 0} 1 ${point(end)}`;
}

/** Share of the capacity as an arc; over the capacity it is simply full. */
export function PowerArc({ share, isStale }: { share: number; isStale: boolean }) {
  const part = Math.min(1, Math.max(0, share));
  return (
    <svg
      className="power-arc"
      viewBox="8 8 184 132"
      aria-hidden="true"
      focusable="false"
      data-stale={isStale}
    >
      <path className="power-arc-track" d={arc(1)} />
      {part > 0.001 && <path className="power-arc-value" d={arc(part)} />}
    </svg>
  );
}
