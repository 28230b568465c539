import type { StatisticsCell } from '@headwater/contract/statistics';
import type { Language } from '@headwater/contract/errors';
import { escapeHtml } from '@headwater/domain/escape-html';
import { oneLine } from '@headwater/domain/mail/address';
import { isShare, type MetricId } from '@headwater/domain/statistics/metrics';
import type { Days } from '@headwater/domain/statistics/periods';
import type { SystemEmail } from '#platform/system-mail.ts';
import type { AlertRow } from './store/alerts.ts';
import { metricView, statisticsText } from './texts.ts';

interface Letter {
  kind: 'statistics_report' | 'statistics_alert';
  to: string;
  subject: string;
  intro: string;
  lines?: readonly string[];
  link: string;
  tail: string;
}

function compose({ kind, to, subject, intro, lines = [], link, tail }: Letter): SystemEmail {
  const items = lines.length > 0 ? `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>` : '';
  const list = lines.map((line) => `- ${line}`).join('\n');
  return {
    kind,
    to,
    subject,
    text: `${[intro, list, link, tail].filter((part) => part !== '').join('\n\n')}\n`,
    html: `<!doctype html><meta charset="utf-8"><p>${escapeHtml(intro)}</p>${items}<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p><p>${escapeHtml(tail)}</p>`,
  };
}

export function sayNumber(id: MetricId, value: number | null, language: Language): string {
  if (value === null) return '–';
  const format = isShare(id) ? { style: 'percent' as const, maximumFractionDigits: 1 } : {};
  return new Intl.NumberFormat(language, format).format(value);
}

interface Addressed {
  to: string;
  language: Language;
  link: string;
  days: Days;
  zone: string;
}

interface Report extends Addressed {
  name: string;
  figures: readonly { id: MetricId; title: string; now: StatisticsCell; before: StatisticsCell | null }[];
}

export function reportEmail({ to, language, link, days, zone, name, figures }: Report): SystemEmail {
  const lines = figures.map(({ id, title, now, before }) => {
    const line = `${title}: ${sayNumber(id, now.value, language)}`;
    return before ? `${line} (${statisticsText('weekly.before', language, { value: sayNumber(id, before.value, language) })})` : line;
  });
  return compose({
    kind: 'statistics_report',
    to,
    subject: statisticsText('weekly.subject', language, { name: oneLine(name) }),
    intro: statisticsText('weekly.intro', language, { name, ...days, zone }),
    lines,
    link,
    tail: statisticsText('weekly.tail', language),
  });
}

export function alertLine(
  { metric, direction, bound }: Pick<AlertRow, 'metric' | 'direction' | 'bound'>,
  value: number,
  language: Language,
) {
  const { title } = metricView(metric, language);
  const parts = { metric: title, value: sayNumber(metric, value, language), bound: sayNumber(metric, bound, language) };
  return statisticsText(direction === 'above' ? 'alert.above' : 'alert.below', language, parts);
}

export function alertEmail({ to, language, link, days, zone, alert, value }: Addressed & { alert: AlertRow; value: number }): SystemEmail {
  const line = alertLine(alert, value, language);
  return compose({
    kind: 'statistics_alert',
    to,
    subject: line,
    intro: statisticsText('alert.intro', language, { line, days: alert.days, ...days, zone }),
    link,
    tail: statisticsText('alert.tail', language),
  });
}
