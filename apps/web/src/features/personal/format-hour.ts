/** A full hour of the day as a clock shows it. */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
