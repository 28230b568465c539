import { Anchor, Checkbox, Text } from '@mantine/core';
import type { ErasureView, SystemCopy } from '@headwater/contract/privacy';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './privacy.module.css';

function SystemName({ title, url }: { title: string; url: string | null }) {
  const { t } = useTranslation('privacy');
  if (url === null) return title;
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" aria-label={t('systems.page', { service: title })}>
      {title}
    </Anchor>
  );
}

interface SystemsProps {
  systems: readonly SystemCopy[];
  inAts: boolean;
  onChange: (inAts: boolean) => void;
}

/** Applicant-tracking systems that received the person. */
export function Systems({ systems, inAts, onChange }: SystemsProps) {
  const { t } = useTranslation('privacy');
  if (systems.length === 0) return null;
  const erasable = [...new Set(systems.filter((system) => system.erasable).map(({ title }) => title))];
  const outcomeOf = (system: SystemCopy) => (system.erasable ? (inAts ? 'auto' : 'left') : 'self');
  return (
    <div>
      <Text>{t('systems.heading')}</Text>
      <ul className={classes.counts}>
        {systems.map((system) => (
          <li key={system.id}>
            <SystemName {...system} /> – {t(`systems.${outcomeOf(system)}`)}
          </li>
        ))}
      </ul>
      {erasable.length > 0 && (
        <Checkbox
          mt="xs"
          label={t('systems.also', { services: erasable.join(', ') })}
          checked={inAts}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}

/** Progress of the erasure in each system. */
export function SystemStates({ systems }: { systems: ErasureView['systems'] }) {
  const { t } = useTranslation('privacy');
  if (systems.length === 0) return null;
  return (
    <ul className={classes.systems}>
      {systems.map((system) => (
        <li key={system.id}>
          <SystemName {...system} /> – {t(`systems.state.${system.state}`)}
          {system.state === 'failed' && system.error !== null && <span className={classes.problem}>{system.error}</span>}
        </li>
      ))}
    </ul>
  );
}
