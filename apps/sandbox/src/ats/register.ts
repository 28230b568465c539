import type { FastifyInstance } from 'fastify';
import type { MailClock } from '../clock.ts';
import type { SandboxUser } from '../mail/users.ts';
import { registerGreenhouse } from './greenhouse/server.ts';
import { addDemoCandidates, createWorld } from './greenhouse/world.ts';
import { registerLever } from './lever/server.ts';
import { createWorld as createLever } from './lever/world.ts';
import { registerSmartRecruiters } from './smartrecruiters/server.ts';
import { createWorld as createSmartRecruiters } from './smartrecruiters/world.ts';
import { registerHuntflow } from './huntflow/server.ts';
import { addDemoApplicants, createHuntflow } from './huntflow/world.ts';
import {
  addDemoCandidates as addImportCandidates,
  createSmartRecruiters as createImportSource,
  registerSmartRecruitersImport,
} from './smartrecruiters-import/server.ts';
import { acceptJsonApi, registerTeamtailor } from './teamtailor/server.ts';
import { createTeamtailor } from './teamtailor/world.ts';
import { registerWorkable } from './workable/server.ts';
import { createWorkable } from './workable/world.ts';

/** Applicant-tracking systems, each below its name. */
export function registerVendors(app: FastifyInstance, { users, clock }: { users: readonly SandboxUser[]; clock: MailClock }): void {
  const people = users.map(({ address }) => ({ email: address, name: address.split('@')[0] ?? address }));
  const greenhouse = createWorld({ now: clock.now, users: people });
  addDemoCandidates(greenhouse);
  registerGreenhouse(app, '/greenhouse', greenhouse);
  registerLever(app, '/lever', createLever({ now: clock.now, users: people }));
  registerSmartRecruiters(app, '/smartrecruiters', createSmartRecruiters({ now: clock.now, users: people }));
  const huntflow = createHuntflow({ now: clock.now });
  addDemoApplicants(huntflow);
  registerHuntflow(app, '/huntflow', huntflow);
  const importSource = createImportSource({ now: clock.now });
  addImportCandidates(importSource);
  registerSmartRecruitersImport(app, '/smartrecruiters-import', importSource);
  acceptJsonApi(app);
  registerTeamtailor(app, '/teamtailor', createTeamtailor({ now: clock.now, users: people }));
  registerWorkable(app, '/workable', createWorkable({ now: clock.now, users: people }));
}
