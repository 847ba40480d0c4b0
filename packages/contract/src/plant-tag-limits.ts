/** Plants whose tags one call changes. */
export const MAX_TAGGED_PLANTS = 200;
