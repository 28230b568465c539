import { orpc } from '#lib/api.ts';

/** PROF-069. */
export const variantQuery = (id: number, companyId: number) => orpc.profileLookups.variant.queryOptions({ input: { id, companyId } });
/** PROF-066. */
export const differenceQuery = (id: number, companyId: number) => orpc.profileLookups.difference.queryOptions({ input: { id, companyId } });
/** PROF-009. */
export const byLinkQuery = (url: string) => ({ ...orpc.profileLookups.byLink.queryOptions({ input: { url } }), retry: false });
