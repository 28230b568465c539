import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import type { MailingServices } from '../services.ts';

export interface PlannerServices extends Omit<MailingServices, 'explainSender' | 'simCards' | 'refusedWhileClosed'> {
  log: Log;
  /** The user with current rights; undefined if deactivated or deleted. */
  findActor(tx: Tx, userId: number): Promise<Actor | undefined>;
}
