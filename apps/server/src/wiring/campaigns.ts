import { type Core, defineContext } from './core.ts';
import { findActor } from '#modules/accounts/public.ts';
import { draftRoutes } from '#modules/messaging/campaigns/draft-routes.ts';
import { mailingRoutes } from '#modules/messaging/campaigns/mailing-routes.ts';
import type { Channels } from '#modules/messaging/campaigns/public/channel.ts';
import { planSlices, startPlanner } from '#modules/messaging/campaigns/planner/planner.ts';
import { recipientsJob } from '#modules/messaging/campaigns/jobs.ts';
import { sequenceRoutes } from '#modules/messaging/campaigns/sequence-routes.ts';
import { explainSender, type SendingLock } from '#modules/messaging/delivery/public.ts';
import { announceMessage } from '#modules/messaging/messages/announce.ts';
import type { OutboundPolicy } from '#modules/messaging/messages/public/sending.ts';
import { simCards } from '#modules/messaging/telegram/public.ts';
import { changeStatuses, type FindAllIds } from '#modules/vacancies/public.ts';
import { createRefusedWhileClosed, type Registry } from '#modules/messaging/suppressions/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { candidatesOfMessages } from './vacancies.ts';

interface CampaignNeeds {
  sendingLock: SendingLock;
  policy: OutboundPolicy;
  registry: Registry;
  findAllIds: FindAllIds;
  channels: Channels;
}

export function wireCampaigns(
  { database, clock, log, jobs, exportTurns }: Core,
  { sendingLock, policy, registry, findAllIds, channels }: CampaignNeeds,
) {
  const addingFound = recipientsJob({ suppressed: policy.suppressed, channels });
  const services = {
    database,
    clock,
    jobs,
    findAllIds,
    recipientsJob: addingFound,
    maySend: (tx: Tx) => sendingLock.maySend(tx),
    suppressed: policy.suppressed,
    refusedWhileClosed: createRefusedWhileClosed(registry),
    channels,
    simCards,
    explainSender,
    async changeStatuses(tx: Tx, actor: Parameters<typeof changeStatuses>[1]['actor'], change: Parameters<typeof changeStatuses>[2]) {
      await changeStatuses(tx, { actor, jobs }, change);
    },
  };
  const planning = { ...services, log, findActor };
  return {
    ...defineContext({
      routes: { mailings: mailingRoutes(services), sequences: sequenceRoutes({ ...services, exportTurns }) },
      jobs: [addingFound],
      loops: [{ start: () => startPlanner(planning), waitsForDemo: true }],
    }),
    draftRoutes: draftRoutes({ database, clock, policy, ...candidatesOfMessages, announce: announceMessage }),
    planSlices: () => planSlices(planning),
  };
}
