const COLUMNS = 13;
const ROWS = 6;
const brightest = 6;

/** A roof in the morning: the light falls off from the sun's corner. */
export function RoofDrawing() {
  return (
    <svg
      className="brochure-roof"
      viewBox="0 0 520 250"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <g transform="skewY(-7) translate(0 40)">
        {Array.from({ length: COLUMNS * ROWS }, (_, index) => {
          const column = index % COLUMNS;
          const row = Math.floor(index / COLUMNS);
          const away = Math.hypot(column - COLUMNS + 3, (row - 1) * 1.6) / 1.7;
          return (
            <rect
              key={`${column} ${row}`}
              x={column * 42 - 10}
              y={row * 46 - 24}
              width="37"
              height="41"
              rx="3"
              data-light={Math.max(0, Math.round(brightest - away))}
            />
          );
        })}
      </g>
    </svg>
  );
}

const powers = [0.94, 0.96, 0.95, 0.97, 0.58, 0.95, 0.96, 0.93, 0.95];

/** One module gives less than those beside it. */
export function AdjacentModulesDrawing() {
  return (
    <svg viewBox="0 0 360 200" aria-hidden="true" focusable="false">
      <path className="line" d="M10 182 H350" />
      {powers.map((power, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: bars of a drawing
          key={index}
          className={power < 0.8 ? "short" : "bar"}
          x={16 + index * 37}
          y={180 - power * 150}
          width="28"
          height={power * 150}
          rx="3"
        />
      ))}
      <path className="expected" d="M10 37 H350" />
    </svg>
  );
}

/** Module, gateway and server; the acknowledgement comes back when the disk has the report. */
export function PathDrawing() {
  return (
    <svg viewBox="0 0 360 200" aria-hidden="true" focusable="false">
      <rect x="20" y="56" width="56" height="84" rx="5" data-light="5" />
      <path className="grid" d="M48 56v84M20 84h56M20 112h56" />
      <path className="go" d="M92 86 H146M138 79l9 7-9 7" />
      <rect className="solid" x="160" y="70" width="48" height="56" rx="9" />
      <path className="signal" d="M172 58a17 17 0 0 1 24 0M166 51a26 26 0 0 1 36 0" />
      <path className="go" d="M222 86 H276M268 79l9 7-9 7" />
      <path className="disk" d="M290 72v52c0 6 12 10 27 10s27-4 27-10V72" />
      <ellipse className="disk" cx="317" cy="72" rx="27" ry="10" />
      <path className="disk" d="M290 98c0 6 12 10 27 10s27-4 27-10" />
      <path className="back" d="M276 112 H222M230 105l-9 7 9 7" />
      <path className="tick" d="M239 140l8 8 15-17" />
    </svg>
  );
}

/** A day with a hole in it, and what its energy rests on. */
export function DayDrawing() {
  return (
    <svg viewBox="0 0 360 200" aria-hidden="true" focusable="false">
      <path className="expected" d="M14 140 C80 138 110 26 180 24 C250 26 280 138 346 140" />
      <path className="area" d="M14 140 C70 138 98 60 130 42 L130 140 Z" />
      <path className="area" d="M176 140 L176 40 C236 30 280 138 346 140 Z" />
      <path className="measured" d="M14 140 C70 138 98 60 130 42" />
      <path className="measured" d="M176 40 C236 30 280 138 346 140" />
      <path className="line" d="M14 140 H346" />
      <rect className="part" x="14" y="168" width="206" height="12" rx="3" />
      <rect className="later" x="224" y="168" width="68" height="12" rx="3" />
      <rect className="missing" x="296.500" y="168.500" width="49" height="11" rx="3" />
    </svg>
  );
}

/** The one command; words of a program are the same in every language. */
export function CommandDrawing() {
  return (
    <svg viewBox="0 0 360 200" aria-hidden="true" focusable="false">
      <rect className="solid" x="14" y="24" width="332" height="150" rx="10" />
      <g className="dots">
        <circle cx="34" cy="44" r="5" />
        <circle cx="52" cy="44" r="5" />
        <circle cx="70" cy="44" r="5" />
      </g>
      <text className="prompt" x="34" y="96">
        $ npm start
      </text>
      <path className="bars" d="M36 148v-14M58 148v-24M80 148v-30M102 148v-18M124 148v-34M146 148v-26" />
    </svg>
  );
}
