export const fitVerdicts = ['fits', 'does_not_fit'] as const;
export type FitVerdict = (typeof fitVerdicts)[number];
