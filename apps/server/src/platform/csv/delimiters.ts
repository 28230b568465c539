export const delimiterSigns = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
export type Delimiter = keyof typeof delimiterSigns;
export const delimiters = Object.keys(delimiterSigns) as Delimiter[];
