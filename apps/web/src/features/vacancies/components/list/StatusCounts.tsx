import { Menu, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { VacancyView } from '@headwater/contract/vacancies';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { statusColor } from '#ui/StatusPill.tsx';
import { vacancyParams } from '../../model/params.ts';
import classes from './StatusCounts.module.css';
import { useHidden } from './use-hidden.ts';

const dot = (color: number) => `var(--hw-status-${statusColor(color)}-dot)`;
const openDelayMs = 300;

interface StatusCountsProps {
  vacancy: VacancyView;
  short?: boolean;
}

type Filled = VacancyView['statuses'];

function Legend({ filled }: { filled: Filled }) {
  const { line, hidden } = useHidden<HTMLSpanElement>(filled.map(({ name, candidates_count: count }) => `${name} ${count}`).join());
  const language = currentLanguage();
  return (
    <span className={classes.legend}>
      <span ref={line} className={classes.numbers}>
        {filled.map((status) => (
          <span key={status.id} className={classes.number}>
            <span className={classes.dot} style={{ background: dot(status.color) }} />
            {status.name}
            <b>{formatNumber(status.candidates_count, language)}</b>
          </span>
        ))}
      </span>
      <span className={classes.more}>{hidden > 0 && `+${formatNumber(hidden, language)}`}</span>
    </span>
  );
}

export function StatusCounts({ vacancy, short = false }: StatusCountsProps) {
  const { t } = useTranslation('vacancies');
  const language = currentLanguage();
  const filled = vacancy.statuses.filter((status) => status.candidates_count > 0);
  if (filled.length === 0) return <span className={classes.none}>{t('nobodyYet')}</span>;
  const params = { folderId: String(vacancy.id) };
  return (
    <Menu trigger="click-hover" openDelay={openDelayMs} position="bottom-start" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.counts} aria-label={t('statusesOf', { name: vacancy.name, count: vacancy.candidates_count })}>
          <span className={classes.bar}>
            {filled.map((status) => (
              <span key={status.id} style={{ flexGrow: status.candidates_count, background: dot(status.color) }} />
            ))}
          </span>
          {short ? (
            <span className={classes.sum}>{t('candidateCount', { count: vacancy.candidates_count })}</span>
          ) : (
            <Legend filled={filled} />
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {filled.map((status) => (
          <Menu.Item
            key={status.id}
            renderRoot={(props) => (
              <Link to="/folders/$folderId/" params={params} search={vacancyParams.write({ status: [status.id] })} {...props} />
            )}
            leftSection={<span className={classes.dot} style={{ background: dot(status.color) }} />}
            rightSection={<b className={classes.count}>{formatNumber(status.candidates_count, language)}</b>}
          >
            {status.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
