import type { Core } from './core.ts';
import type { Infrastructure } from './foundation.ts';
import { readFileOf } from '#modules/files/actions.ts';
import { fileRoutes } from '#modules/files/routes.ts';
import { contactsAreOpen, type CreationServices, visibleProfileIds } from '#modules/profiles/public/wiring.ts';
import { isCandidateFor } from '#modules/vacancies/public.ts';
import { createTextReader } from '#platform/extract/text-reader.ts';

export function wireProfileFiles({ database }: Core, { files, antivirus }: Pick<Infrastructure, 'files' | 'antivirus'>) {
  const services = { database, files, antivirus, people: { visibleProfileIds, contactsAreOpen, isCandidateFor } };
  const texts = createTextReader();
  const readFile: CreationServices['readFile'] = (actor, fileId) => readFileOf(services, actor, fileId);
  return { routes: fileRoutes({ ...services, texts }), readFile, close: texts.close };
}
