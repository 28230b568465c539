import { idParam, screenParams } from '#lib/screen-params.ts';

/** PEDT-015. `merge`: the profile that is merged into the one that the address names. */
export const editParams = screenParams({ merge: idParam });
