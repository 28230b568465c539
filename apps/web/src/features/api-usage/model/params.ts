import { screenParams, textParam } from '#lib/screen-params.ts';

/** Without days: the last 30 days. */
export const usageParams = screenParams({ from: textParam, to: textParam });
