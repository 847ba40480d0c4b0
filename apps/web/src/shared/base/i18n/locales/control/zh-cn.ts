import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  control: {
    devices: "所有电站的设备",
    found_one: "{{figure}} 台设备",
    found_other: "{{figure}} 台设备",
    plant: "电站",
    company: "公司",
    alias: "别名",
    model: "型号",
    softwareVersion: "软件版本",
    hardwareVersion: "硬件版本",
    onlineAt: "上线时间",
    noneText: "添加设备后，您各电站的设备会显示在这里。",
  },
};
