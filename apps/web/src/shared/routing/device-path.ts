/** Address of a device's page. */
export const devicePath = (deviceId: string): string => `/device/${deviceId}`;
