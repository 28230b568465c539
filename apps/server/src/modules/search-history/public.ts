export { presentHistory } from './present.ts';
