export { openSetup, setupState } from './setup-code.ts';
