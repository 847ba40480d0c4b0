import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  fleetEarnings: {
    intro: "โรงไฟฟ้าทั้งหมดที่คุณดูรายได้ได้ แยกตามสกุลเงิน วันที่เป็นไปตามปฏิทินของแต่ละโรงไฟฟ้า",
    byCurrency: "รายได้ตามสกุลเงิน",
    plants_one: "{{count, number}} โรงไฟฟ้า",
    plants_other: "{{count, number}} โรงไฟฟ้า",
    chart: "รายได้ ({{currency}})",
    plantList: "โรงไฟฟ้าที่ใช้สกุลเงิน {{currency}}",
    noMatch: "ไม่มีโรงไฟฟ้าที่ใช้สกุลเงิน {{currency}} ตรงกับการค้นหา",
    perKwp: "ต่อ kWp",
    share: "สัดส่วน",
    none: "ไม่มีโรงไฟฟ้าที่แสดงรายได้",
    noneText: "รายได้จะแสดงที่นี่เมื่อโรงไฟฟ้าที่ตั้งราคาไว้รายงานพลังงาน",
    emptyText: "รายได้จะแสดงที่นี่เมื่อโรงไฟฟ้ารายงานพลังงาน",
    exportText: "ส่งออกหนึ่งแถวต่อโรงไฟฟ้าทุกสกุลเงิน พร้อมรายได้ตามช่วงเวลา พลังงาน และพลังงานที่ไม่มีราคา",
    all: "โรงไฟฟ้าทั้งหมด",
    change: "การเปลี่ยนแปลง",
    compared: "เปรียบเทียบ {{compared, number}} จาก {{plants}} ที่มีข้อมูลตั้งแต่ช่วงนั้น",
    setPriceOf: "ตั้งราคาของ {{name}}",
    unpriced_one: "{{count, number}} โรงไฟฟ้ามีพลังงาน {{energy}} ที่ไม่มีราคา จึงไม่มีรายได้",
    unpriced_other: "{{count, number}} โรงไฟฟ้ามีพลังงาน {{energy}} ที่ไม่มีราคา จึงไม่มีรายได้",
    showUnpriced: "แสดงก่อนในรายการ",
  },
};
