import { idParam, screenParams } from '#lib/screen-params.ts';

/** PEDT-015: `merge` is merged into the profile of the path. */
export const editParams = screenParams({ merge: idParam });
