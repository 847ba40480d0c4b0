import { FleetReportsPage } from "./fleet-reports-page.tsx";
import { PlantReportsPage } from "./plant-reports-page.tsx";

/** Pages of reports by name; one request loads both, so that every other page carries one address for them. */
export const pages = { fleet: FleetReportsPage, plant: PlantReportsPage } as const;
