/** CTP-007: tags of one profile. */
export const maxTags = 50;
/** CTP-007: characters of a tag. */
export const maxTagLength = 50;
