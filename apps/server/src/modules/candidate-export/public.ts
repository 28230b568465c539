export { exportSources, type SourceServices } from './export-sources.ts';
