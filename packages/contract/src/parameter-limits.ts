/** MCONs that parameters can be copied to, or read from, at a time (R5.11). */
export const MAX_COPY_TARGETS = 10;
