import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from '@jest/globals';
import { renderAt } from '../../test/render';
import type { Pin } from '../map/pins';
import type { NearbyItem } from './nearby-items';
import { NearbyList } from './nearby-list';

const HERE = { lat: 49.2812, lng: -123.1209 };
const ALL = 1_000;
/** Rows that were rendered: a row reads the address of its picture then. */
const rendered = new Set<string>();
function thumbnail(i: number) {
  const src = `/objects/${i}`;
  return {
    get src() {
      rendered.add(src);
      return src;
    },
    thumbhash: null,
  };
}
/** About a metre apart, going north; one of ten is by Vixen. */
const items: NearbyItem[] = Array.from({ length: ALL }, (_, i) => ({
  pin: {
    key: `discovery:${i}`,
    kind: 'discovery',
    title: `Piece ${i}`,
    position: { lat: HERE.lat + i * 1e-5, lng: HERE.lng },
    gone: false,
  },
  detail: i % 10 === 0 ? 'Vixen' : 'Moth',
  thumbnail: thumbnail(i),
  fresh: false,
}));

function open() {
  const chosen: string[] = [];
  /** As the map home: a new function at each render, and what is chosen is selected. */
  function Home() {
    const [selected, setSelected] = useState<string | null>(null);
    const select = ({ key, title }: Pin) => {
      chosen.push(`${title}, after ${selected}`);
      setSelected(key);
    };
    return (
      <NearbyList
        items={items}
        isFar={false}
        isCut={false}
        from={HERE}
        state="ready"
        selected={selected}
        onSelect={select}
        onRetry={() => undefined}
        emptyAction={null}
      />
    );
  }
  renderAt('/home', <Home />);
  return chosen;
}
const rows = () => screen.queryAllByRole('listitem', { hidden: true });
/** Up to and with the last page. */
function showAll() {
  for (let more = screen.queryByText(/^Show \d+ more of/); more; more = screen.queryByText(/^Show \d+ more of/))
    fireEvent.click(more);
}
/** The rows that a change rendered. */
function renderedBy(change: () => void): string[] {
  rendered.clear();
  act(change);
  return [...rendered];
}
const type = (words: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: words } });

it('shows a hundred rows, nearest first, and a hundred more each time', () => {
  open();
  expect(rows()).toHaveLength(100);
  expect(rows()[99]).toHaveTextContent('Piece 99');
  fireEvent.click(screen.getByText('Show 100 more of 1,000'));
  expect(rows()).toHaveLength(200);
});

it('with a thousand rows, a keystroke renders only those that come', () => {
  open();
  showAll();
  expect(rows()).toHaveLength(ALL);

  expect(renderedBy(() => type('v'))).toEqual([]);
  expect(rows()).toHaveLength(ALL / 10);
  expect(screen.getByRole('status')).toHaveTextContent('100');

  const came = renderedBy(() => type(''));
  expect(rows()).toHaveLength(ALL);
  expect(came).toEqual(items.flatMap(({ detail }, i) => (detail === 'Vixen' ? [] : [`/objects/${i}`])));
});

it('another row that is selected renders just that one and the former', () => {
  const chosen = open();
  const choose = (row: number) => () => fireEvent.click(within(rows()[row]!).getByRole('button'));
  expect(renderedBy(choose(3))).toEqual(['/objects/3']);
  expect(renderedBy(choose(7))).toEqual(['/objects/3', '/objects/7']);
  expect(within(rows()[7]!).getByRole('button', { current: true })).toHaveTextContent('Piece 7');
  expect(chosen).toEqual(['Piece 3, after null', 'Piece 7, after discovery:3']);
});

it('shows the words that it did not find, and starts each search at its first page', async () => {
  open();
  showAll();
  const field = screen.getByRole('searchbox');
  await userEvent.type(field, 'Moth');
  expect(rows()).toHaveLength(100);
  expect(screen.getByText('Show 100 more of 900')).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, 'vıxén');
  expect(rows()).toHaveLength(100);
  await userEvent.clear(field);
  await userEvent.type(field, 'Owl');
  expect(screen.getByText(/Owl/)).toBeVisible();
  expect(rows()).toHaveLength(0);
});
