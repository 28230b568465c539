import { idParam, oneOf, screenParams } from '#lib/screen-params.ts';

/** PEDT-015: `merge` is merged into the profile of the path. `from`: the screen to return to. */
export const editParams = screenParams({ merge: idParam, from: oneOf(['duplicates']) });
