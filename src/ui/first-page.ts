const drawn = Promise.withResolvers<void>();

/** What no page needs waits for the first one: on a slow machine it would take its time from that. */
export const firstPageDrawn = drawn.promise;
export const sayFirstPageDrawn = drawn.resolve;
