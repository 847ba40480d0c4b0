/** Saved views of the plant list that an account may have. */
export const MAX_PLANT_VIEWS = 50;
