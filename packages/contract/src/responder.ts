import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id, instant, paragraph, phone, requiredLine } from "./primitives.ts";
import { safetyEvidence } from "./safety-evidence.ts";
import { safetyState } from "./safety-states.ts";

const settingsPath = "/workData/powerStation/responder";
const own = {
  who: ["station:edit"],
  scope: { kind: "plant", level: "own", by: { stationId: "stationId" } },
} as const;
const errors = ["A0230", "A0300", "A0400", "A0404"] as const;

export const MAX_RESPONDER_CONTACTS = 4;
const contacts = z.array(z.strictObject({ name: requiredLine(60), phone })).max(MAX_RESPONDER_CONTACTS);
const switchPlaces = paragraph(500);

export const getResponderSettings = defineEndpoint({
  method: "GET",
  path: settingsPath,
  summary: "Page for responders of a plant: its link, switch places and contacts; null while it is off",
  access: own,
  query: z.object({ stationId: id }),
  data: z
    .object({
      /** Part of the link after `responder/page.html#`. */
      token: z.string(),
      switchPlaces: z.string(),
      contacts: z.array(z.object({ name: z.string(), phone: z.string() })),
      createdAt: instant,
    })
    .nullable(),
  errors,
  cache: "bypass",
});
export type ResponderContact = z.output<typeof contacts>[number];

export const saveResponderSettings = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/responderSave",
  summary: "Turn the page for responders on, or change what it shows",
  access: own,
  body: z.strictObject({
    stationId: id,
    switchPlaces: switchPlaces.default(""),
    contacts: contacts.default([]),
  }),
  data: z.null(),
  errors,
  invalidates: [settingsPath, "/workData/powerStation/list"],
});

export const renewResponderLink = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/responderRenew",
  summary: "Replace the link of the page for responders: the earlier one stops working",
  access: own,
  body: z.strictObject({ stationId: id }),
  data: z.null(),
  errors: [...errors, "A0440"],
  invalidates: [settingsPath, "/workData/powerStation/list"],
});

export const closeResponderPage = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/responderOff",
  summary: "Turn the page for responders off: its link stops working for good",
  access: own,
  body: z.strictObject({ stationId: id }),
  data: z.null(),
  errors,
  invalidates: [settingsPath, "/workData/powerStation/list"],
});

export const readResponderPage = defineEndpoint({
  method: "POST",
  path: "/public/responder",
  summary: "What a responder at the plant sees: state, age of the last proof, roof, switch places, contacts",
  access: { who: "public", scope: { kind: "none" } },
  duringMaintenance: true,
  body: z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  /** No owner, account, money, serial number or control. */
  data: z.object({
    plantName: z.string(),
    timeZone: z.string(),
    state: safetyState,
    /** When the shutdown or reset was accepted; null before the first. */
    since: instant.nullable(),
    units: z.int(),
    /** Measured open. */
    proven: z.int(),
    dark: z.int(),
    /** The oldest of the latest measurements that prove units open; null without one. */
    lastMeasuredAt: instant.nullable(),
    /** Whether they are recent: nothing else is safe. In normal operation `none`. */
    evidenceAge: safetyEvidence.shape.age,
    /** Time after the response in which none of them becomes older, ms; null without a recent one. */
    recentForMs: z.int().nullable(),
    /** Units behind gateways that are offline. */
    offlineUnits: z.int(),
    gatewaysOnline: z.int(),
    gateways: z.int(),
    switchPlaces: z.string(),
    contacts: z.array(z.object({ name: z.string(), phone: z.string() })),
    isPublishedLayout: z.boolean(),
    /** Modules in rows and columns; lengths in metres as in the published layout. */
    groups: z.array(
      z.object({
        name: z.string(),
        rows: z.int(),
        columns: z.int(),
        rotationDeg: z.number(),
        xM: z.number(),
        yM: z.number(),
        moduleWidthM: z.number(),
        moduleHeightM: z.number(),
        /** Row, column and state of each module; `old`: it was measured open, but not recently. */
        modules: z.array(z.tuple([z.int(), z.int(), z.enum(["open", "old", "closed", "unknown"])])),
      }),
    ),
  }),
  errors: ["A0400", "A0440"],
  invalidates: [],
});
