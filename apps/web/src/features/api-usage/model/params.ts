import { screenParams, textParam } from '#lib/screen-params.ts';

/** The address of the statistics of calls: the first day and the last one, nothing for the usual 30 days. */
export const usageParams = screenParams({ from: textParam, to: textParam });
