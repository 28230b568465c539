import { minifyContractRouter } from '@orpc/contract';
import { contract } from '@headwater/contract/contract';

/** Run by the build only (vite.config.ts): what the browser needs to know of each route. */
export const wire = minifyContractRouter(contract);
