import type { RegisteredIntegration } from '#modules/connections/integration-port.ts';
import { greenhouse, greenhouseImport } from './greenhouse/index.ts';
import { huntflowImport } from './huntflow-import/index.ts';
import { lever } from './lever/index.ts';
import { smartRecruiters } from './smartrecruiters/index.ts';
import { smartRecruitersImport } from './smartrecruiters-import/index.ts';
import { teamtailor } from './teamtailor/index.ts';
import { workable } from './workable/index.ts';

/** Services that companies connect. Each folder of an integration exports its description. */
export const integrations: readonly RegisteredIntegration[] = [
  greenhouse,
  lever,
  smartRecruiters,
  teamtailor,
  workable,
  greenhouseImport,
  smartRecruitersImport,
  huntflowImport,
];
