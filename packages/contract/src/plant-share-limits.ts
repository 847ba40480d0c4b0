/** Plants that one call invites a user to. */
export const MAX_SHARED_PLANTS = 200;
