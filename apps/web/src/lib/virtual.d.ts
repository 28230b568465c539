declare module 'virtual:wire-contract/visitors' {
  import type { contract as whole } from '@headwater/contract/contract';

  export const contract: Pick<typeof whole, 'accounts'>;
}

declare module 'virtual:wire-contract/search' {
  import type { contract as whole } from '@headwater/contract/contract';

  export const contract: Pick<typeof whole, 'jobs' | 'notices' | 'search' | 'searchHistory'>;
}

declare module 'virtual:wire-contract/rest' {
  import type { contract as whole } from '@headwater/contract/contract';

  export const contract: Omit<typeof whole, 'accounts' | 'jobs' | 'notices' | 'search' | 'searchHistory'>;
}
