import type { BirthColumn } from "@heliograph/protocol";

/** Tables of columns a simulated gateway names in its birth. */
export const COLUMNS: Readonly<Record<string, readonly BirthColumn[]>> = {
  "0": [
    ["pa", "W", 1],
    ["ea", "Wh", 1],
    ["gi", "W/m2", 1],
    ["ta", "C", 0.1],
  ],
  "1": [
    ["vi", "V", 0.01],
    ["ii", "A", 0.001],
    ["vo", "V", 0.01],
    ["io", "A", 0.001],
    ["tp", "C", 0.1],
    ["eh", "Wh", 1],
    ["rs", "dBm", 1],
    ["st", "", 1],
    ["sw", "", 1],
  ],
  "2": [
    ["vi", "V", 0.1],
    ["ii", "A", 0.001],
    ["tp", "C", 0.1],
    ["eh", "Wh", 1],
    ["st", "", 1],
  ],
  "3": [
    ["vi", "V", 0.01],
    ["vo", "V", 0.01],
    ["tp", "C", 0.1],
    ["rs", "dBm", 1],
    ["st", "", 1],
    ["sw", "", 1],
  ],
};
