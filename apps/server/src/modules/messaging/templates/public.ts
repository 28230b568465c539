export { presentAttachment } from './present.ts';
export { listOwners as listTemplateOwners } from './store.ts';
