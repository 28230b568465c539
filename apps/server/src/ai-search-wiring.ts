import { createOpenAiCompatible } from '#integrations/language-model/openai-compatible.ts';
import { findActor } from '#modules/accounts/public.ts';
import { aiSearchRoutes, createRuns, trainHandler } from '#modules/ai-search/public.ts';
import { marketInsightsRoutes } from '#modules/market-insights/routes.ts';
import { llmMailingRoutes, messageGenerationRoutes, writeMessageHandler } from '#modules/message-generation/public.ts';
import type { SearchContext } from '#modules/search/public.ts';
import { vacancyDescriptionRoutes, writeHandler } from '#modules/vacancy-descriptions/public.ts';
import type { LanguageModel } from '#platform/language-model.ts';
import type { Log } from '#platform/log.ts';
import type { Env } from './env.ts';

/** The language model of the settings; undefined without one. */
export function openLanguageModel(env: Env): LanguageModel | undefined {
  if (!env.HEADWATER_MODEL_URL || !env.HEADWATER_MODEL_NAME) return undefined;
  return createOpenAiCompatible({
    baseUrl: env.HEADWATER_MODEL_URL,
    model: env.HEADWATER_MODEL_NAME,
    key: env.HEADWATER_MODEL_KEY,
    timeoutMs: env.HEADWATER_MODEL_TIMEOUT * 1000,
  });
}

/** What a language model is for, and market insights, over the search that is wired already; part of the composition root. */
export function wireAiSearch(services: SearchContext & { log: Log }, env: Env) {
  const model = openLanguageModel(env);
  const context = { ...services, model, findActor };
  const runs = createRuns(context);
  return {
    runs,
    handlers: [trainHandler(context), writeHandler(context), writeMessageHandler(context)],
    routes: {
      aiSearch: aiSearchRoutes({ ...context, runs }),
      llmMailings: llmMailingRoutes(context),
      marketInsights: marketInsightsRoutes(services),
      messageGeneration: messageGenerationRoutes(context),
      vacancyDescriptions: vacancyDescriptionRoutes(context),
    },
  };
}
