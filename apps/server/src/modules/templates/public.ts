export { presentAttachment } from './present.ts';
