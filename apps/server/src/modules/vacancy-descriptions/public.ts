export { vacancyDescriptionRoutes, writingMeans } from './routes.ts';
export { languageName, readText } from './question.ts';
export { writeHandler } from './writing.ts';
