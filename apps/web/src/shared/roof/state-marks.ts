/** Paths of the marks of states in a square of 14, as on the roof. */
export const stateMarks = {
  zero: "M3.500 7h7",
  none: "M3.500 10.500l7-7",
  shut: "M3.500 3.500l7 7M3.500 10.500l7-7",
  asleep: "M6.300 7h1.400",
} as const;
