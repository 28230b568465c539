export { presentJobs } from './present.ts';
