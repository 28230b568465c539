/** CTP-007 */
export const maxTags = 50;
/** CTP-007: characters. */
export const maxTagLength = 50;
