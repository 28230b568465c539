export { requireFreeDisk } from './disk.ts';
export { createFigures } from './figures.ts';
