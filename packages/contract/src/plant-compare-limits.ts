/** Plants in one comparison: as many bars as can be read. */
export const MAX_COMPARED_PLANTS = 50;
