/** The sandbox's only source of the time. */
export const now = (): Date => new Date();
