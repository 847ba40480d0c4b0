/** Saved views of one list that an account may have. */
export const MAX_LIST_VIEWS = 50;
