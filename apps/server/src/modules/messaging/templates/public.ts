export { requireTemplate } from './actions/require-template.ts';
export { examplesIn } from './examples.ts';
export { presentAttachment } from './present.ts';
export { listOwners as listTemplateOwners } from './store.ts';
