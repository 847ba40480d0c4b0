import { endpoints } from "@heliograph/contract";
import type { ExampleEntry } from "./example.ts";

const { layout } = endpoints;

/** A group of two modules in a layout, one of them there. */
export const layoutGroup = {
  groupKey: "3f2b8c1e-7d64-4a5b-9c0d-1e2f3a4b5c6d",
  name: "Roof",
  rows: 1,
  columns: 2,
  tiltDeg: 30,
  azimuthDeg: 180,
  rotationDeg: 0,
  xM: 0,
  yM: 0,
  moduleWidthM: 1.1,
  moduleHeightM: 1.7,
  cells: [{ row: 0, column: 1, unit: null, pole: null }],
};

/** A photograph under it. */
export const layoutBackground = {
  pictureKey: "5b1d7a90-2c4e-4f36-8a1b-7c9d0e1f2a3b",
  xM: 0,
  yM: 0,
  widthM: 20,
  heightM: 10,
  rotationDeg: 0,
  opacity: 0.5,
};

export const createLayoutExamples = (): ExampleEntry[] => [
  [layout.get, () => ({ query: { stationId: "" } })],
  [layout.versions, () => ({ query: { stationId: "" } })],
  [layout.version, () => ({ query: { stationId: "", version: 1 } })],
  [layout.editor, () => ({ query: { stationId: "" } })],
  [
    layout.saveDraft,
    () => ({
      body: {
        stationId: "",
        revision: null,
        layout: { groups: [layoutGroup], background: layoutBackground },
      },
    }),
  ],
  [layout.discardDraft, () => ({ body: { stationId: "", revision: 1 } })],
  [layout.publish, () => ({ body: { stationId: "", revision: 1 } })],
  [layout.export, () => ({ query: { stationId: "", format: "json" } })],
  [
    layout.read,
    () => ({
      query: { stationId: "", format: "csv" },
      file: "group,row,column,unit,x_m,y_m\nA,1,1,OPT-000999,0,0\n",
    }),
  ],
  [layout.pdf, () => ({ query: { stationId: "", language: "en" } })],
  [layout.picture, () => ({ query: { stationId: "", layoutPictureId: "" } })],
  [layout.uploadPicture, () => ({ query: { stationId: "" } })],
  [layout.expected, () => ({ query: { stationId: "", day: "2026-05-01" } })],
  [layout.day, () => ({ query: { stationId: "", day: "2026-05-01" } })],
];
