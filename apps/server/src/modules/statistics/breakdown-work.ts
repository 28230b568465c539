import type { Tx } from '#platform/database/database.ts';
import type { Asked, Names } from './reader.ts';
import type { PipelineRules } from './settings.ts';
import { statisticsText } from './texts.ts';

export interface Work {
  tx: Tx;
  asked: Asked;
  rules: PipelineRules;
  now: Date;
  /** Names of users, vacancies and templates for the reader. */
  names: Names;
  keptNames: ReadonlyMap<number, string>;
  fromStatus: number | undefined;
  toStatus: number | undefined;
}

export const languageOf = ({ asked }: Work) => asked.reader.actor.language;
/** The present name, or the last one of a status that is gone. */
export function nameOf(work: Work, id: number | null): string {
  const status = work.rules.statuses.find((each) => each.id === id);
  return status?.name ?? work.keptNames.get(id ?? 0) ?? statisticsText('deleted.status', languageOf(work));
}
