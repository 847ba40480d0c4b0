/** Saved views of one list that an account may have. */
export const MAX_LIST_VIEWS = 50;
/** Characters of the name of a view. */
export const MAX_LIST_VIEW_NAME = 60;
