import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, showLanguage, startI18n } from '#lib/i18n.ts';
import { theme } from '../theme.ts';
import { Chart } from './Chart.tsx';
import { dateCategories } from './chart.ts';
import { Funnel } from './Funnel.tsx';
import { pictureOf } from './png.ts';

const days = ['2025-11-01', '2025-11-02', '2025-11-03'];
const series = [
  { key: 'sent', name: 'Sent', values: [1200, 0, 5] },
  { key: 'replied', name: 'Replied', values: [3, null, 1] },
];
const show = (node: ReactNode) =>
  render(
    <MantineProvider theme={theme}>
      <Suspense>{node}</Suspense>
    </MantineProvider>,
  );
const chart = (props: Partial<ComponentProps<typeof Chart>> = {}) =>
  show(<Chart title="Messages" kind="bars" categoryTitle="Day" categories={dateCategories(days, 'en')} series={series} {...props} />);

const cells = async () =>
  within(await screen.findByRole('table', { name: 'Messages' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const marks = (container: HTMLElement, color: number) => container.querySelectorAll(`figure rect[data-color="${color}"]`).length;

const number = (name: string, of: Element | null | undefined) => Number(of?.getAttribute(name));

beforeEach(async () => {
  await startI18n();
  await loadTexts('charts');
});
afterEach(() => showLanguage('en'));

describe('a chart', () => {
  it('[STB-007] has a table with the same values for screen readers', async () => {
    chart();
    expect(await cells()).toEqual([
      ['Day', 'Sent', 'Replied'],
      ['1 Nov 2025', '1,200', '3'],
      ['2 Nov 2025', '0', 'no data'],
      ['3 Nov 2025', '5', '1'],
    ]);
    expect(screen.getByRole('figure', { name: 'Messages' })).toBeTruthy();
  });

  it('hides and shows a series by its legend, also with the keyboard', async () => {
    const hands = userEvent.setup({ delay: null });
    const { container } = chart();
    const sent = await screen.findByRole('button', { name: 'Sent', pressed: true });
    expect([marks(container, 0), marks(container, 1)]).toEqual([2, 2]);
    await hands.click(sent);
    expect([marks(container, 0), marks(container, 1)]).toEqual([0, 2]);
    expect(screen.getByRole('button', { name: 'Sent', pressed: false })).toBeTruthy();
    screen.getByRole('button', { name: 'Replied' }).focus();
    await hands.keyboard('{Enter}');
    expect(screen.getByText('All series are hidden. Turn one on above.')).toBeTruthy();
    await hands.click(sent);
    expect([marks(container, 0), marks(container, 1)]).toEqual([2, 0]);
  });

  it('names the values of the category that the keyboard chooses', async () => {
    const hands = userEvent.setup({ delay: null });
    const { container } = chart({ kind: 'lines' });
    const range = await screen.findByRole('slider', { name: 'Values: Messages' });
    expect([range.getAttribute('min'), range.getAttribute('max')]).toEqual(['0', '2']);
    await hands.tab();
    while (document.activeElement !== range) await hands.tab();
    expect(range.getAttribute('aria-valuetext')).toBe('1 Nov 2025, Sent: 1,200, Replied: 3');
    const tip = () => container.querySelector('[class*=tip]')?.textContent;
    expect(tip()).toBe('1 Nov 2025Sent1,200Replied3');
    await hands.keyboard('{Escape}');
    expect(tip()).toBeUndefined();
  });

  it('splits a line at a missing value and draws a lone point as a dot', async () => {
    const { container } = chart({ kind: 'lines', series: [{ key: 'a', name: 'A', values: [1, null, 2] }] });
    await cells();
    const [path] = [...container.querySelectorAll('path[data-color="0"]')];
    expect(path?.getAttribute('d')?.match(/[ML]/g)).toEqual(['M', 'M']);
    expect(container.querySelectorAll('circle')).toHaveLength(2);
  });

  it('stacks the bars of a category without overlap', async () => {
    const { container } = chart({
      kind: 'stacked',
      series: [
        { key: 'a', name: 'A', values: [4] },
        { key: 'b', name: 'B', values: [6] },
      ],
      categories: [{ label: '1', name: '1' }],
    });
    await cells();
    const [below, above] = [0, 1].map((color) => container.querySelector(`rect[data-color="${color}"]`));
    expect(number('y', above) + number('height', above)).toBeCloseTo(number('y', below), 6);
    expect(number('x', above)).toBe(number('x', below));
  });

  it('says in words that there is nothing to show', async () => {
    chart({ categories: [], series: [] });
    expect(await screen.findByText('No data for this period')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
  });

  it('[STB-007] becomes a picture with its title, its shown series and without style sheets', async () => {
    const { container } = chart();
    await cells();
    const svg = container.querySelector<SVGSVGElement>('svg[height="240"]');
    if (!svg) throw new Error('no drawing');
    Object.defineProperty(svg, 'viewBox', { value: { baseVal: { width: 640, height: 240 } } });
    const { xml, width } = pictureOf(svg, { title: 'A & B', names: [{ color: 0, name: 'Sent' }] });
    const picture = new DOMParser().parseFromString(xml, 'image/svg+xml');
    expect(picture.querySelector('parsererror')).toBeNull();
    const texts = [...picture.querySelectorAll('text')].map(({ textContent }) => textContent);
    expect(texts).toEqual(expect.arrayContaining(['A & B', 'Sent', '1 Nov 2025']));
    expect(picture.querySelector('[class]')).toBeNull();
    expect(width).toBe(2 * (640 + 48));
  });

  it('[STB-007] becomes a CSV file with plain numbers and without formulas', async () => {
    const files: Blob[] = [];
    const createObjectURL = (file: Blob) => `blob:${files.push(file)}`;
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL() {} }));
    const hands = userEvent.setup({ delay: null });
    chart({ series: [...series, { key: 'c', name: '=1+1 "x"', values: [0.25, 1, -2] }] });
    await hands.click(await screen.findByRole('button', { name: 'Download as CSV: Messages' }));
    await waitFor(() => expect(files).toHaveLength(1));
    const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await files[0]?.arrayBuffer()).split('\r\n');
    expect(lines).toEqual([
      `\uFEFF"Day","Sent","Replied","'=1+1 ""x"""`,
      '"1 Nov 2025",1200,3,0.25',
      '"2 Nov 2025",0,,1',
      '"3 Nov 2025",5,1,-2',
      '',
    ]);
  });

  it('speaks Russian', async () => {
    await showLanguage('ru');
    show(
      <Funnel
        title="Воронка"
        steps={[
          { key: 1, name: 'Новый', value: 1200 },
          { key: 2, name: 'Интервью', value: 300 },
        ]}
      />,
    );
    expect(await screen.findByText(/300 · 25\s% от предыдущего/)).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: 'Доля от предыдущего этапа' })).toBeTruthy();
  });
});

describe('a funnel', () => {
  it('[STB-007] shows each step with its share of the step before', async () => {
    show(
      <Funnel
        title="Messages"
        steps={[
          { key: 1, name: 'Sent', value: 1000 },
          { key: 2, name: 'Opened', value: 0 },
          { key: 3, name: 'Replied', value: 0 },
        ]}
      />,
    );
    expect(await cells()).toEqual([
      ['Step', 'Count', 'Share of previous step'],
      ['Sent', '1,000', 'no data'],
      ['Opened', '0', '0%'],
      ['Replied', '0', 'no data'],
    ]);
  });
});
