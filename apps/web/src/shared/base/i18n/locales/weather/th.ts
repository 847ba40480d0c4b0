import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  weather: {
    irradiance: "ความเข้มรังสีอาทิตย์",
    temperature: "อุณหภูมิอากาศ",
    highest: "สูงสุด {{value}}",
    label: "ความเข้มรังสีอาทิตย์และอุณหภูมิอากาศวันที่ {{day}}",
  },
  placeNote: {
    missing: "ไม่มีข้อมูลพิกัด จึงไม่ทราบกำลังไฟที่คาดการณ์และเวลาพระอาทิตย์ขึ้น",
    contradiction:
      "พิกัดกับเขตเวลาขัดแย้งกัน ตามเวลา {{timeZone}} ดวงอาทิตย์สูงสุดเวลา {{time}} วันและกราฟกำลังไฟจึงคลาดเคลื่อน",
    zone: "พิกัดนี้อยู่ในเขตเวลา {{zone}}",
    edit: "แก้ไขตำแหน่ง",
  },
};
