import { endpoints, plantPart } from "@heliograph/contract";
import type { ExampleEntry, ExampleValues } from "./example.ts";
import { EXAMPLE_PLANT, nothing } from "./example.ts";

const { home, station, publicPlants, sharing, unplacedReports, correction } = endpoints;

export const createPlantExamples = (values: ExampleValues): ExampleEntry[] => [
  [
    station.export,
    () => ({
      body: { format: "csv", fileName: "plants", columns: ["name"], companyId: "", stationIds: [""] },
    }),
  ],
  [home.getOverview, nothing],
  [home.warningCount, nothing],
  [home.trend, nothing],
  [home.losses, nothing],
  [home.map, nothing],
  [home.co2, nothing],
  [home.earnings, nothing],
  [home.earningsPeriods, () => ({ query: { by: "year" } })],
  [home.earningsPlants, () => ({ query: { by: "year", search: "Roof" } })],
  [home.exportEarnings, () => ({ body: { by: "year", format: "csv", fileName: "earnings" } })],
  [station.list, () => ({ query: { companyId: "" } })],
  [station.choices, nothing],
  [station.compare, () => ({ query: { stationIds: "", fromDay: "2026-05-01", toDay: "2026-05-31" } })],
  [station.changeTags, () => ({ body: { stationIds: [""], add: ["North"] } })],
  [station.get, () => ({ query: { stationId: "" } })],
  [
    station.add,
    () => ({
      body: {
        name: "A plant",
        installedCapacityKwp: 8.2,
        gridConnectionDate: "2024-05-01",
        timeZone: "Europe/Berlin",
        currency: "EUR",
        tariff: { method: "fixed", price: "0.25" },
        personInCharge: "Someone",
        phone: "+49 30 123456",
        ownerId: "",
        installerCompanyId: "",
        pictureId: "",
      },
    }),
  ],
  [station.getPicture, () => ({ query: { stationId: "", plantPictureId: "" } })],
  [station.uploadPicture, nothing],
  [
    station.update,
    () => ({
      body: { stationId: "", revision: "0", name: "Another name", installerCompanyId: "", pictureId: "" },
    }),
  ],
  [station.tariffs, () => ({ query: { stationId: "" } })],
  [station.curve, () => ({ query: { stationId: "", day: "2026-05-01" } })],
  [station.typicalCurve, () => ({ query: { stationId: "", day: "2026-05-01" } })],
  [station.energy, () => ({ query: { stationId: "", by: "year" } })],
  [station.figureChanges, () => ({ query: { stationId: "", fromDay: "2026-05-01", toDay: "2026-05-31" } })],
  [station.performance, () => ({ query: { stationId: "" } })],
  [unplacedReports.list, () => ({ query: { stationId: "" } })],
  [station.powerFlow, () => ({ query: { stationId: "" } })],
  [station.earnings, () => ({ query: { stationId: "", by: "year" } })],
  [
    station.exportEarnings,
    () => ({ body: { stationId: "", by: "year", format: "csv", fileName: "earnings" } }),
  ],
  [
    station.previewTariff,
    () => ({
      query: {
        stationId: "",
        tariff: JSON.stringify({ method: "fixed", price: "0.3" }),
        tariffFrom: "2026-05-01",
      },
    }),
  ],
  [station.setConversionFactor, () => ({ body: { stationId: "", conversionFactor: 0.95 } })],
  [publicPlants.list, nothing],
  [
    sharing.settings,
    () => ({ body: { stationId: "", jump: "overview", participantSees: plantPart.options } }),
  ],
  [sharing.members, () => ({ query: { stationId: "" } })],
  [sharing.invitations, nothing],
  [sharing.share, () => ({ body: { stationId: "", target: values.email(), level: "participant" } })],
  [
    sharing.sharePlants,
    () => ({ body: { stationIds: [""], target: "guest@example.org", level: "participant" } }),
  ],
  [sharing.shareAnswer, () => ({ body: { grantId: "", accept: false } })],
  [sharing.shareEnd, () => ({ body: { grantId: "" } })],
  [sharing.transfer, () => ({ body: { stationId: "", target: values.email(), keepGrantIds: [""] } })],
  [station.delete, () => ({ body: { stationId: "", name: EXAMPLE_PLANT } })],
  [sharing.transferAnswer, () => ({ body: { transferId: "", accept: false } })],
  [sharing.transferWithdraw, () => ({ body: { transferId: "" } })],
  [correction.list, () => ({ query: { stationId: "" } })],
  [correction.settings, () => ({ query: { stationId: "" } })],
  [correction.add, () => ({ body: { stationId: "", day: values.day(), energyKwh: 1 } })],
  [correction.cancel, () => ({ body: { stationId: "", correctionId: "" } })],
  [correction.switch, () => ({ body: { stationId: "", isAutomatic: true } })],
  [sharing.shareLeave, () => ({ body: { stationId: "" } })],
];
