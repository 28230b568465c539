declare module 'virtual:wire-contract/visitors' {
  import type { contract as whole } from '@headwater/contract/contract';

  export const contract: Pick<typeof whole, 'accounts'>;
}

declare module 'virtual:wire-contract/signed-in' {
  import type { contract as whole } from '@headwater/contract/contract';

  export const contract: Omit<typeof whole, 'accounts'>;
}
