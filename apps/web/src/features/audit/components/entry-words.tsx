import { auditedSettings } from '@headwater/domain/audit';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditEntry } from '@headwater/contract/audit';
import type { TFunction } from '#lib/translate.ts';

type Texts = TFunction<'audit'>;

export function actorName(t: Texts, { user, original_user: original }: AuditEntry): string {
  if (!user) return t('system');
  return original ? t('actingAs', { name: original.name, as: user.name }) : user.name;
}

export function methodOf(t: Texts, { method, token }: AuditEntry): string {
  if (method === null) return '';
  return token === null ? t(`methodName.${method}`) : t('methodToken', { name: token });
}

function settingsOf(t: Texts, name: string): string {
  const known = auditedSettings.find((one) => one === name);
  return known === undefined ? name : t(`settingsName.${known}`);
}

/** Links a profile. The link is underlined within running text. */
export function targetOf(t: Texts, { target: { kind, id, name } }: AuditEntry, isInText = false): ReactNode {
  const word = t(`targetName.${kind}`);
  if (name !== null && kind !== 'profile') return kind === 'settings' ? settingsOf(t, name) : name;
  if (id === null) return word;
  if (kind === 'profile')
    return (
      <Anchor
        inherit
        underline={isInText ? 'always' : 'hover'}
        renderRoot={(props) => <Link to="/profiles/$profileId" params={{ profileId: String(id) }} {...props} />}
      >
        {name ?? `${word} ${id}`}
      </Anchor>
    );
  return `${word} ${id}`;
}
