const paths = {
  bell: "M6 9a6 6 0 1 1 12 0c0 5 2 6.500 2 6.500H4S6 14 6 9M10 19a2 2 0 0 0 4 0",
  plus: "M12 5v14M5 12h14",
  left: "M14.500 6l-6 6 6 6",
  right: "M9.500 6l6 6-6 6",
  down: "M6 9.500l6 6 6-6",
  check: "M5 12.500l4.500 4.500L19 7.500",
  close: "M6 6l12 12M18 6L6 18",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16.200 16.200L20.500 20.500",
  sun: "M12 16.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9M12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  globe:
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3 12h18M12 3c2.500 2.600 3.800 5.600 3.800 9s-1.300 6.400-3.800 9c-2.500-2.600-3.800-5.600-3.800-9S9.500 5.600 12 3",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7.500V12l3 2",
  bolt: "M13 3L5 13.500h6L10.500 21 19 10h-6z",
  wifi: "M4 9.500a12 12 0 0 1 16 0M7 13a7.500 7.500 0 0 1 10 0M10 16.500a3 3 0 0 1 4 0",
  warning: "M12 4l9 16H3zM12 10v4.500M12 17.200v.1",
  panel: "M4 18L7 6h10l3 12zM12 6v12M5.500 12h13",
  box: "M4 8l8-4.500L20 8v8l-8 4.500L4 16zM4 8l8 4.500L20 8M12 12.500v8",
} as const;

export type IconName = keyof typeof paths;

/** A line drawing beside a word; never the only carrier of a meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
