/** Pages count from 1. */
export const pageWindow = (page: number, perPage: number) => ({ limit: perPage, offset: (page - 1) * perPage });
