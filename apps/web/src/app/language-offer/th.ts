/** The offer in this language: its readers may not read the one on screen. */
export const texts = { text: "หน้านี้มีเป็นภาษาไทย", accept: "เปลี่ยน", dismiss: "ปิดข้อความ" };
