/** Modules under their gateway, two levels deep: how the devices of a roof hang together. */
export function DeviceTree() {
  const strings = [
    { y: 28, modules: 5 },
    { y: 100, modules: 5 },
  ];
  return (
    <svg className="device-tree" viewBox="0 0 320 172" aria-hidden="true" focusable="false">
      {strings.map(({ y, modules }) => (
        <g key={y}>
          <path className="wire" d={`M44 86 V${y + 22} H80`} />
          <rect className="controller" x="80" y={y + 10} width="24" height="24" rx="5" />
          <path className="wire" d={`M104 ${y + 22} H300`} />
          {Array.from({ length: modules }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal modules of a drawing
            <g key={index} transform={`translate(${120 + index * 40} ${y})`}>
              <rect className="module" width="30" height="44" rx="3" data-light={6 - index} />
              <rect className="unit" x="10" y="17" width="10" height="10" rx="2" />
            </g>
          ))}
        </g>
      ))}
      <rect className="gateway" x="26" y="66" width="36" height="40" rx="7" />
      <path className="signal" d="M34 58a14 14 0 0 1 20 0M29 52a21 21 0 0 1 30 0" />
    </svg>
  );
}
