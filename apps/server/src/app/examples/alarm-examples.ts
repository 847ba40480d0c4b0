import { endpoints } from "@heliograph/contract";
import type { ExampleEntry, ExampleValues } from "./example.ts";
import { exampleMaintenance, nothing } from "./example.ts";

const { alarm, alarmThreshold, siteWork } = endpoints;

const threshold = {
  deviceType: "OPT",
  quantity: "voltage",
  side: "high",
  isOn: true,
  raiseValue: 70,
  clearValue: 65,
  delayS: 60,
  severity: "alarm",
};

export const createAlarmExamples = (values: ExampleValues): ExampleEntry[] => [
  [alarm.list, () => ({ query: { stationId: "", deviceId: "", parentAlarmId: "" } })],
  [alarm.counts, () => ({ query: { stationId: "" } })],
  [alarm.get, () => ({ query: { alarmId: "" } })],
  [alarm.evidence, () => ({ query: { alarmId: "" } })],
  [alarm.log, () => ({ query: { stationId: "", deviceId: "", alarmId: "" } })],
  [alarm.assignees, () => ({ query: { alarmId: "" } })],
  [alarm.assign, () => ({ body: { alarmId: "", assigneeId: "" } })],
  [alarm.comment, () => ({ body: { alarmId: "", text: "On site tomorrow" } })],
  [alarm.severity, () => ({ body: { alarmId: "", severity: "fault" } })],
  [alarm.acknowledge, () => ({ body: { alarmIds: [""] } })],
  [alarm.batchClear, () => ({ body: { alarmIds: [""] } })],
  [alarm.forceClear, () => ({ body: { alarmIds: [""], reason: "Sensor replaced" } })],
  [alarm.clear, () => ({ body: { alarmId: "" } })],
  [alarmThreshold.list, nothing],
  [
    alarmThreshold.preview,
    () => ({
      query: {
        stationId: "",
        deviceType: "OPT",
        quantity: "voltage",
        side: "high",
        raiseValue: 70,
        clearValue: 65,
        delayS: 60,
      },
    }),
  ],
  [alarmThreshold.set, () => ({ body: { ...threshold, revision: 1 } })],
  [alarmThreshold.listOfPlant, () => ({ query: { stationId: "" } })],
  [alarmThreshold.setOfPlant, () => ({ body: { stationId: "", ...threshold, revision: 0 } })],
  [
    alarmThreshold.resetOfPlant,
    () => ({ body: { stationId: "", deviceType: "OPT", quantity: "voltage", side: "high", revision: 1 } }),
  ],
  [siteWork.list, () => ({ query: { stationId: "" } })],
  [siteWork.add, () => ({ body: { stationId: "", ...values.period() } })],
  [
    siteWork.extend,
    () => ({ body: { stationId: "", siteWorkId: "", untilAt: exampleMaintenance.serviceRestartAt } }),
  ],
  [siteWork.end, () => ({ body: { stationId: "", siteWorkId: "" } })],
];
