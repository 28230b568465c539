export { vacancyDescriptionRoutes } from './routes.ts';
export { writeHandler } from './writing.ts';
