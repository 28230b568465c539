import { oneOf, screenParams } from '#lib/screen-params.ts';

export const taskParams = screenParams({ status: oneOf(['open', 'done'], 'open') });
