export { llmMailingRoutes } from './mailing-routes.ts';
export { messageGenerationRoutes } from './routes.ts';
export { writeMessageHandler } from './writing.ts';
export { generationsMergeStep } from './store.ts';
