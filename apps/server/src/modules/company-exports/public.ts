export { forgetFiles } from './store/exports.ts';
