/** Modules of a layout: those of the largest plants, within the size of a request. */
export const MAX_LAYOUT_MODULES = 12_000;
export const MAX_LAYOUT_GROUPS = 500;
/** Characters of the name of a group. */
export const MAX_GROUP_NAME = 60;
/** Rows and columns of a group. */
export const MAX_LAYOUT_SIDE = 1_000;
/** Largest file of a layout: about ten times that of the largest one as JSON. */
export const MAX_LAYOUT_FILE_MIB = 8;
