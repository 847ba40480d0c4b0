import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  plantEditor: {
    search: "ค้นหาด้วยพิกัด",
    searchHint: "เช่น 13.75, 100.5 หรือ 13°45′N 100°30′E หรือคลิกแผนที่หรือลากหมุดก็ได้",
    apply: "แสดงบนแผนที่",
    clearLocation: "ลบตำแหน่ง",
    noCoordinates: "ไม่มีข้อมูลพิกัด",
    formatError: "รูปแบบไม่ถูกต้อง ป้อนละติจูดและลองจิจูด เช่น 13.75, 100.5",
    swapped: "รูปแบบไม่ถูกต้อง ป้อนละติจูดก่อน เช่น 13.75, 100.5",
    map: "แผนที่สำหรับเลือกตำแหน่ง",
    setMarker: "วางหมุด",
    showMarker: "แสดงหมุด",
    marker: "ตำแหน่ง {{latitude}}, {{longitude}}",
    markerHint: "เลื่อนด้วยปุ่มลูกศร กด Shift ค้างเพื่อเลื่อนทีละน้อย",
    overlap: "ช่วงเวลานี้ซ้อนกับช่วงก่อนหน้า",
    overlapping: "ซ้อนกัน: {{times}}",
    notPriced: "ไม่มีราคา: {{times}}",
    covered: "กำหนดราคาครบทั้งวัน",
    noPrice: "ไม่มีราคา",
    previewTitle: "สิ่งที่จะเปลี่ยน",
    previewFrom: "ตั้งแต่ {{day}}:",
    previewUntil: "ตั้งแต่ {{day}} จนกว่าราคาถัดไปจะมีผลใน {{until}}:",
    previewReplaces: "แทนที่ราคาที่มีผลตั้งแต่ {{day}}",
    previewSame: "ราคานี้มีผลใน {{day}} อยู่แล้ว ไม่มีการเปลี่ยนแปลง",
    previewPast: "วันก่อน {{day}} ใช้ราคาเดิม ไม่มีการคำนวณรายได้ที่ผ่านมาใหม่",
    otherZone:
      "พิกัดนี้อยู่ในเขตเวลา {{zone}} แต่เขตเวลาของโรงไฟฟ้าคือ {{timeZone}} โปรดตรวจสอบ เขตเวลาที่ผิดทำให้วันและกราฟกำลังไฟคลาดเคลื่อน",
    useZone: "ใช้ {{zone}}",
    useZoneAndCurrency: "ใช้ {{zone}} และ {{currency}}",
  },
};
