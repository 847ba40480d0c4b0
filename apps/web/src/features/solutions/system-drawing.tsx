import type { Kind, Part } from "./kinds.ts";
import "./drawings.css";

const columns = [0, 1, 2, 3];
const rows = [0, 1];
const moduleX = (column: number): number => 92 + column * 84;
const moduleY = (row: number): number => 64 + row * 104;
// The wire of a string runs below its modules, where the units hang.
const wireY = (row: number): number => moduleY(row) + 74;

/** Position of each part's number. */
const marks: Record<Part, readonly [x: number, y: number]> = {
  module: [129, 91],
  opt: [113, 274],
  rsd: [230, 274],
  mcon: [492, 194],
  inverter: [398, 380],
  dcon: [222, 380],
  server: [114, 502],
  console: [316, 502],
};

/** Icon of a part, shown instead of its number. */
const icons: Partial<Record<Part, string>> = {
  // A chip.
  mcon: "M474 176h36v36h-36zM482 176v-10M492 176v-10M502 176v-10M482 212v10M492 212v10M502 212v10M474 184h-10M474 194h-10M474 204h-10M510 184h10M510 194h10M510 204h10",
  // Direct current into alternating current.
  inverter: "M368 408L428 352M370 356h18M370 365h18M404 396c4 -12 9 -12 13 0s9 12 13 0",
  // Radio.
  dcon: "M198 374a34 34 0 0 1 48 0M206 384a23 23 0 0 1 32 0M214 394a11 11 0 0 1 16 0M222 404v.1",
  // Stored reports.
  server: "M96 488c0 -8 36 -8 36 0s-36 8 -36 0v30c0 8 36 8 36 0v-30M96 503c0 8 36 8 36 0",
  // A day's bars, on the screen and on the phone.
  console: "M282 518v-14M298 518v-24M314 518v-34M330 518v-28M346 518v-18M412 520v-12M420 520v-24M428 520v-18",
};

interface DrawingProps {
  readonly kind: Kind;
  readonly label: string;
  /** With signs in place of numbers, where no list explains them. */
  readonly isPlain?: boolean;
}

/** Roof, units, gateway, server and screen as blocks; only numbers or signs, so that it is the same in every language. */
export function SystemDrawing({ kind, label, isPlain = false }: DrawingProps) {
  const has = (part: Part): boolean => kind.parts.includes(part);
  return (
    <svg className="drawing" viewBox="0 0 600 560" role="img" aria-label={label}>
      <circle className="drawing-sun" cx="548" cy="44" r="22" />
      <path className="drawing-roof" d="M40 292L84 40H438L482 292z" />
      <path className="drawing-wall" d="M64 292H458V432H64z" />
      <StringWires hasMcon={has("mcon")} />
      {rows.map((row) =>
        columns.map((column) => (
          <g key={`${row} ${column}`}>
            <ModuleCells x={moduleX(column)} y={moduleY(row)} />
            {has("opt") && (
              <rect
                className="drawing-opt"
                x={moduleX(column) + 8}
                y={wireY(row) - 9}
                width="26"
                height="18"
                rx="3"
              />
            )}
            <rect
              className="drawing-rsd"
              x={moduleX(column) + 41}
              y={wireY(row) - 9}
              width="26"
              height="18"
              rx="3"
            />
          </g>
        )),
      )}
      {has("mcon") && <rect className="drawing-box" x="448" y="150" width="88" height="88" rx="8" />}
      <rect className="drawing-box" x="352" y="340" width="92" height="80" rx="8" />
      <rect className="drawing-box" x="176" y="340" width="92" height="80" rx="8" />
      <path className="drawing-line" d="M196 340V318M196 318l-7 -9M196 318l7 -9" />
      <path className="drawing-cloud" d="M76 536a28 28 0 0 1 -2 -56a40 40 0 0 1 76 -10a33 33 0 0 1 8 66z" />
      <rect className="drawing-box" x="262" y="462" width="108" height="70" rx="6" />
      <path className="drawing-line" d="M296 548H336M316 532V548" />
      <rect className="drawing-box" x="400" y="470" width="40" height="72" rx="7" />
      <path className="drawing-line" d="M414 532H426" />
      {isPlain
        ? kind.parts.map(
            (part) => part in icons && <path key={part} className="drawing-icon" d={icons[part]} />,
          )
        : kind.parts.map((part, index) => <Mark key={part} number={index + 1} at={marks[part]} />)}
    </svg>
  );
}

function StringWires({ hasMcon }: { hasMcon: boolean }) {
  // Without a micro controller both strings meet at the roof's edge.
  const [edgeX, bottomY] = hasMcon ? [492, 238] : [492, 212];
  return (
    <>
      {rows.map((row) => (
        <path
          key={row}
          className="wire"
          data-line="dc"
          d={
            hasMcon
              ? `M92 ${wireY(row)}H${448}V${row === 0 ? 176 : 212}`
              : `M92 ${wireY(row)}H${edgeX}V${bottomY}`
          }
        />
      ))}
      <path className="wire" data-line="dc" d={`M${edgeX} ${bottomY}V396H444`} />
      <path
        className="wire"
        data-line="data"
        d={hasMcon ? "M268 362H306V306H512V238" : "M268 362H306V318H504V138"}
      />
      <path className="wire" data-line="net" d="M222 420V446H140V462M170 506H262M370 506H400" />
    </>
  );
}

function ModuleCells({ x, y }: { x: number; y: number }) {
  return (
    <>
      <path className="drawing-line" d={`M${x + 37} ${y + 54}V${y + 74}`} />
      <rect className="drawing-module" x={x} y={y} width="74" height="54" rx="3" />
      <path
        className="drawing-cells"
        d={`M${x} ${y + 18}h74M${x} ${y + 36}h74M${x + 18.5} ${y}v54M${x + 37} ${y}v54M${x + 55.5} ${y}v54`}
      />
    </>
  );
}

function Mark({ number, at: [x, y] }: { number: number; at: readonly [x: number, y: number] }) {
  return (
    <g className="drawing-mark">
      <circle cx={x} cy={y} r="17" />
      <text x={x} y={y} dy="0.36em" textAnchor="middle">
        {number}
      </text>
    </g>
  );
}
