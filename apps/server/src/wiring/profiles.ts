import { type Core, part } from './core.ts';
import { fileRoutes } from '#modules/files/routes.ts';
import { contactsAreOpen, visibleProfileIds } from '#modules/profiles/public.ts';
import { fragmentRoutes } from '#modules/profiles/fragment-routes.ts';
import { profileRoutes } from '#modules/profiles/routes.ts';
import { listTags, tagJob } from '#modules/tags/public.ts';
import { tagRoutes } from '#modules/tags/routes.ts';
import { isCandidateFor } from '#modules/vacancies/public.ts';
import type { FileStore } from '#platform/files/store.ts';

/** People, and the files that hang on them. */
export const wireProfiles = ({ database, clock, jobs }: Core, { files }: { files: FileStore }) =>
  part({
    routes: {
      files: fileRoutes({ database, files, people: { visibleProfileIds, contactsAreOpen, isCandidateFor } }),
      profileFragments: fragmentRoutes({ database }),
      profiles: profileRoutes({ database, clock, isCandidateFor, listTags }),
      tags: tagRoutes({ database, clock, jobs, isCandidateFor }),
    },
    jobs: [tagJob],
  });
