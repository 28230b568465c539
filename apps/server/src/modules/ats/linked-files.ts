import type { FastifyInstance } from 'fastify';
import { findActor } from '#modules/accounts/public.ts';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { attachment } from '#platform/http/attachment.ts';
import type { AtsServices } from './services.ts';

interface LinkServices {
  signing(): Promise<Signer>;
  clock: Clock;
  /** Public URL of the installation, without a trailing slash. */
  publicUrl: string;
}

const purpose = 'file for an applicant-tracking system';
/** Systems download a file when they receive its address. */
const validSeconds = 600;
const form = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([\w-]{22})$/;

const path = '/api/v6/ats/files';

export const linkFileOf =
  ({ signing, clock, publicUrl }: LinkServices): AtsServices['linkFile'] =>
  async (actor, fileId) => {
    const endsAt = Math.ceil(clock.now().getTime() / 1000) + validSeconds;
    const body = [actor.userId, fileId, endsAt].map((part) => part.toString(36)).join('.');
    return `${publicUrl}${path}/${body}.${(await signing()).sign(purpose, body)}/`;
  };

interface ReadServices extends Pick<LinkServices, 'signing' | 'clock'>, Pick<AtsServices, 'readFile'> {
  database: Database;
}

/** Answers with the rights of the user who sent the file. */
export function mountLinkedFiles(app: FastifyInstance, { signing, clock, database, readFile }: ReadServices): void {
  const findOwner = async (token: string): Promise<{ actor: Actor; fileId: number } | undefined> => {
    const [, user = '', file = '', ends = '', signature = ''] = form.exec(token) ?? [];
    if (!(await signing()).isSigned(purpose, [user, file, ends].join('.'), signature)) return undefined;
    if (parseInt(ends, 36) * 1000 < clock.now().getTime()) return undefined;
    const actor = await database.asSystem((tx) => findActor(tx, parseInt(user, 36)));
    return actor && { actor, fileId: parseInt(file, 36) };
  };
  const config = { rateLimit: { max: 600, timeWindow: '1 minute' } };
  app.get<{ Params: { token: string } }>(`${path}/:token/`, { config }, async (request, reply) => {
    const found = await findOwner(request.params.token);
    if (!found) throw new AppError('not_found');
    const { row, bytes } = await readFile(found.actor, found.fileId);
    return reply
      .header('cache-control', 'no-store, private')
      .header('content-disposition', attachment(row.filename))
      .type(row.media_type)
      .send(bytes);
  });
}
