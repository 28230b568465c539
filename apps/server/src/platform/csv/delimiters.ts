/** What parts the cells of a row. */
export const delimiterSigns = { comma: ',', semicolon: ';', tab: '\t' } as const;
export type Delimiter = keyof typeof delimiterSigns;
