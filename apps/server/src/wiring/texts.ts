import { createOpenAiCompatible } from '#integrations/language-model/openai-compatible.ts';
import { findActor } from '#modules/accounts/public.ts';
import { aiSearchRoutes, relearnHandler, runHandler, trainHandler } from '#modules/ai-search/public.ts';
import { isLicensed } from '#modules/companies/public.ts';
import { marketInsightsRoutes } from '#modules/market-insights/routes.ts';
import { llmMailingRoutes, messageGenerationRoutes, writeMessageHandler } from '#modules/message-generation/public.ts';
import type { SearchService } from '#modules/search/public.ts';
import { vacancyDescriptionRoutes, writeHandler } from '#modules/vacancy-descriptions/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { LanguageModel } from '#platform/language-model.ts';
import type { Env } from '../env.ts';
import { type Core, defineContext } from './core.ts';

const sandboxModel = { model: 'headwater-sandbox', key: 'sk-headwater-sandbox' };

export interface LanguageModels {
  search: LanguageModel | undefined;
  texts: LanguageModel | undefined;
}

/**
 * Without a configured model, the sandbox writes texts, but our own parser reads AI searches: it
 * understands more.
 */
export function openLanguageModels(env: Env, demo?: { httpPort?: number | undefined }): LanguageModels {
  const model = configuredModel(env);
  if (model || !demo?.httpPort || env.HEADWATER_MODEL_URL) return { search: model, texts: model };
  const baseUrl = `http://127.0.0.1:${demo.httpPort}/v1`;
  return { search: undefined, texts: createOpenAiCompatible({ ...sandboxModel, baseUrl, timeoutMs: env.HEADWATER_MODEL_TIMEOUT * 1000 }) };
}

function configuredModel(env: Env): LanguageModel | undefined {
  if (!env.HEADWATER_MODEL_URL || env.HEADWATER_MODEL_URL === 'none' || !env.HEADWATER_MODEL_NAME) return undefined;
  return createOpenAiCompatible({
    baseUrl: env.HEADWATER_MODEL_URL,
    model: env.HEADWATER_MODEL_NAME,
    key: env.HEADWATER_MODEL_KEY,
    timeoutMs: env.HEADWATER_MODEL_TIMEOUT * 1000,
  });
}

const licensedActor = (clock: Clock) => async (tx: Tx, userId: number) => {
  const actor = await findActor(tx, userId);
  if (actor && !(await isLicensed(tx, actor.company.id, clock))) throw new AppError('license_inactive');
  return actor;
};

interface TextNeeds {
  search: SearchService;
  models: LanguageModels;
}

export function wireTexts({ database, clock, counts, log }: Core, { search, models }: TextNeeds) {
  const services = { database, clock, log, search };
  const find = licensedActor(clock);
  const context = { ...services, model: models.search, findActor: find };
  const writing = { ...services, model: models.texts, findActor: find };
  return {
    ...defineContext({
      routes: {
        aiSearch: aiSearchRoutes({ ...context, counts }),
        llmMailings: llmMailingRoutes(writing),
        marketInsights: marketInsightsRoutes(services),
        messageGeneration: messageGenerationRoutes(writing),
        vacancyDescriptions: vacancyDescriptionRoutes(writing),
      },
      tasks: [trainHandler(context), relearnHandler(context), writeHandler(writing), writeMessageHandler(writing)],
    }),
    searchTasks: [runHandler(context)],
  };
}
