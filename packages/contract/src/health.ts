import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";

const open = { who: "public", scope: { kind: "none" } } as const;

export const live = defineEndpoint({
  method: "GET",
  path: "/health/live",
  summary: "The process answers",
  access: open,
  duringMaintenance: true,
  data: z.object({ isLive: z.literal(true) }),
  errors: [],
  cache: "bypass",
});

export const ready = defineEndpoint({
  method: "GET",
  path: "/health/ready",
  summary: "The stores answer and the server takes requests",
  access: open,
  duringMaintenance: true,
  data: z.object({ isReady: z.literal(true) }),
  errors: ["B0300"],
  cache: "bypass",
});
