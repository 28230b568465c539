import { type Core, defineContext } from './core.ts';
import type { Infrastructure } from './foundation.ts';
import { wireProfileFiles } from './profile-files.ts';
import { isInAts, profileRecordRoutes, remindTasksHandler } from './profile-records.ts';
import { createDnsResolver } from '#integrations/dns/resolver.ts';
import type { DnsResolver } from '#modules/messaging/deliverability/resolver-port.ts';
import { findActor } from '#modules/accounts/public.ts';
import { startDuplicateFinder } from '#modules/duplicates/public.ts';
import { deleteEnrichedFilesHandler } from '#modules/enrichment/delete-files.ts';
import { createCsvReader, enrichJob, enrichmentQuota } from '#modules/enrichment/public.ts';
import { enrichmentRoutes } from '#modules/enrichment/routes.ts';
import { deleteUnusedFilesHandler } from '#modules/files/delete-unused.ts';
import { creationRoutes } from '#modules/profiles/creation-routes.ts';
import { fileEnrichmentRoutes } from '#modules/profiles/file-enrichment-routes.ts';
import { lookupRoutes } from '#modules/profiles/lookup-routes.ts';
import { fragmentRoutes } from '#modules/profiles/fragment-routes.ts';
import { createPersonReader } from '#modules/profiles/import/public.ts';
import {
  creationJobs,
  createMailDomains,
  type CreationServices,
  deleteGuessesHandler,
  recordChanges,
  refreshKeysHandler,
  withoutBannedLinksOf,
} from '#modules/profiles/public/wiring.ts';
import { profileRoutes } from '#modules/profiles/routes.ts';
import { listTags, tagJob } from '#modules/tags/public.ts';
import { isCandidateFor } from '#modules/vacancies/public.ts';

export interface ProfileNeeds extends Pick<Infrastructure, 'files' | 'antivirus'> {
  resolver?: DnsResolver | undefined;
}

export const wireProfiles = (core: Core, { files: store, antivirus, resolver = createDnsResolver() }: ProfileNeeds) => {
  const { env, database, clock, log, jobs, signing, exportTurns } = core;
  const files = wireProfileFiles(core, { files: store, antivirus });
  const reader = createPersonReader();
  const recorded = creationJobs(signing);
  const creation: CreationServices = {
    database,
    record: recordChanges(jobs, recorded),
    signing,
    reader: withoutBannedLinksOf(reader, database),
    readFile: files.readFile,
  };
  const csv = createCsvReader();
  const enrichment = enrichJob(signing);
  return defineContext({
    routes: {
      enrichment: enrichmentRoutes({
        database,
        clock,
        log,
        jobs,
        job: enrichment,
        csv,
        antivirus,
        exportTurns,
        findActor: (userId) => database.asSystem((tx) => findActor(tx, userId)),
        publicUrl: env.publicUrl,
      }),
      files: files.routes,
      profileCreation: creationRoutes({ ...creation, clock }),
      profileEnrichment: fileEnrichmentRoutes(creation),
      profileFragments: fragmentRoutes(creation),
      profiles: profileRoutes({ database, clock, signing, isCandidateFor, isInAts, listTags, enrichmentQuota }),
      profileLookups: lookupRoutes({
        database,
        clock,
        isCandidateFor,
        mailDomains: createMailDomains({ ask: env.HEADWATER_CONTACT_LOOKUPS ? resolver.takesMail : undefined, clock }),
      }),
      ...profileRecordRoutes(core),
    },
    jobs: [enrichment, tagJob, recorded.creation, recorded.enrichment],
    loops: [{ start: () => startDuplicateFinder({ database, clock, log }) }],
    tasks: [
      deleteEnrichedFilesHandler({ database, clock }),
      deleteUnusedFilesHandler({ database, clock, files: store }),
      deleteGuessesHandler({ database, clock }),
      refreshKeysHandler({ database, clock, log }),
      remindTasksHandler({ database, clock }),
    ],
    mount: (app) =>
      void app.addHook('onClose', async () => {
        csv.close();
        reader.close();
        files.close();
      }),
  });
};
