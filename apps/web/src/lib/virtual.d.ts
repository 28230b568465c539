declare module 'virtual:wire-contract' {
  export { contract } from '@headwater/contract/contract';
}
