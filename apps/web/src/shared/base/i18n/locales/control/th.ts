import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  control: {
    devices: "อุปกรณ์ของทุกโรงไฟฟ้า",
    found_one: "{{figure}} อุปกรณ์",
    found_other: "{{figure}} อุปกรณ์",
    plant: "โรงไฟฟ้า",
    company: "บริษัท",
    alias: "ชื่อเรียก",
    model: "รุ่น",
    softwareVersion: "ซอฟต์แวร์",
    hardwareVersion: "ฮาร์ดแวร์",
    onlineAt: "ออนไลน์ตั้งแต่",
    noneText: "อุปกรณ์ของโรงไฟฟ้าคุณจะแสดงที่นี่เมื่อเพิ่มแล้ว",
  },
};
