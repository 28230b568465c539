export { presentHistory } from './present.ts';
export { recordSearch } from './record-search.ts';
