// This file is loaded by the browser: it imports no schema and no library.

/** What is printed on a device: its serial number, and its registration code of at least 16 characters of base32 (80 bits). */
export const SERIAL_NUMBER = /^[A-Z0-9-]{4,32}$/;
export const REGISTRATION_CODE = /^[A-Z2-7]{16,64}$/;
