import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  reports: {
    plantIntro: "พลังงาน รายได้ สัญญาณเตือน และการแก้ไขค่าของวัน เดือน หรือปี เป็นไฟล์ PDF หรือ Excel",
    fleetIntro: "ผลรวมและอันดับของโรงไฟฟ้าในวัน เดือน หรือปี เป็นไฟล์ PDF หรือ Excel",
    create: "สร้างรายงาน",
    createTitle: "สร้างรายงานของหลายโรงไฟฟ้า",
    createTitleOf: "สร้างรายงานของ {{name}}",
    kind: "ประเภทรายงาน",
    period: "ช่วงเวลา",
    plants: "โรงไฟฟ้า",
    allPlants: "โรงไฟฟ้าทั้งหมด",
    tagged: "โรงไฟฟ้าที่มีแท็ก {{tag}}",
    format: "รูปแบบไฟล์",
    language: "ภาษา",
    started: "กำลังสร้างรายงาน ไฟล์จะดาวน์โหลดเมื่อเสร็จ",
    recent: "รายงานล่าสุด",
    none: "ยังไม่มีรายงาน",
    noneText: "รายงานที่คุณสร้างจะแสดงที่นี่เป็นเวลาเจ็ดวัน",
    download: "ดาวน์โหลด",
    kinds: {
      day: "รายวัน",
      month: "รายเดือน",
      year: "รายปี",
    },
    pdf: "ไฟล์ PDF",
    state: {
      queued: "รอดำเนินการ",
      running: "กำลังสร้าง",
      done: "เสร็จแล้ว",
      failed: "ล้มเหลว",
      cancelled: "ยกเลิกแล้ว",
    },
  },
};
