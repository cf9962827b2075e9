import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { RovingMarkers } from './roving-markers';

let frame: HTMLElement;
let roving: RovingMarkers;
const ground = () => frame.querySelector<HTMLElement>('canvas')!;
const marker = (name: string) => frame.querySelector<HTMLElement>(`#${name}`)!;
const box = (x: number, y: number, width: number, height = width) =>
  new DOMRect(x - width / 2, y - height / 2, width, height);

/** Markers at points of a map of 600 by 600 pixels. */
async function place(places: Record<string, [x: number, y: number]>) {
  for (const [id, [x, y]] of Object.entries(places)) {
    const button = document.createElement('button');
    button.id = id;
    button.className = id.startsWith('group') ? 'map-cluster' : 'map-pin';
    button.getBoundingClientRect = () => box(x, y, 44);
    frame.append(button);
  }
  await Promise.resolve();
}
const stops = () => [...frame.querySelectorAll<HTMLElement>('[tabindex="0"]')].map(({ id, tagName }) => id || tagName);
const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more });

beforeEach(() => {
  frame = document.createElement('div');
  frame.innerHTML = '<canvas tabindex="0"></canvas>';
  frame.getBoundingClientRect = () => box(300, 300, 600);
  document.body.append(frame);
  roving = new RovingMarkers(frame, 'keys');
});
afterEach(() => {
  roving.destroy();
  frame.remove();
});

describe('the focus among the markers of the map', () => {
  it('has one tab stop: the ground, or the marker that had it last', async () => {
    await place({ a: [100, 100], b: [200, 100] });
    expect(stops()).toEqual(['CANVAS']);
    marker('b').focus();
    expect(stops()).toEqual(['b']);
    roving.focusGround();
    expect([stops(), document.activeElement]).toEqual([['CANVAS'], ground()]);
    expect(ground()).toHaveAttribute('aria-describedby', 'keys');
  });

  it('goes from the ground to the marker nearest to the middle, and back', async () => {
    await place({ a: [100, 100], group: [330, 290], c: [300, 500] });
    ground().focus();
    press(' ');
    expect(document.activeElement).toBe(marker('group'));
    press('Escape');
    expect(document.activeElement).toBe(ground());
  });

  it('follows the arrow keys, what lies ahead first', async () => {
    await place({ a: [100, 300], near: [190, 400], ahead: [240, 310], far: [500, 300], up: [110, 100] });
    marker('a').focus();
    for (const [key, id] of [
      ['ArrowRight', 'ahead'],
      ['ArrowRight', 'far'],
      ['ArrowRight', 'far'],
      ['ArrowLeft', 'ahead'],
      ['ArrowDown', 'near'],
      ['ArrowUp', 'ahead'],
      ['ArrowUp', 'up'],
    ] as const) {
      press(key);
      expect([key, document.activeElement?.id]).toEqual([key, id]);
    }
    expect(stops()).toEqual(['up']);
  });

  it('does not go to markers beyond the edge', async () => {
    await place({ a: [100, 300], beyond: [640, 300] });
    marker('a').focus();
    press('ArrowRight');
    expect(document.activeElement).toBe(marker('a'));
  });

  it('leaves all other keys to the map and the markers', async () => {
    await place({ a: [100, 300], b: [200, 300] });
    ground().focus();
    expect([press('ArrowRight'), press('Enter')]).toEqual([true, true]);
    marker('a').focus();
    expect([press('Enter'), press(' '), press('ArrowRight', { altKey: true })]).toEqual([true, true, true]);
    expect(document.activeElement).toBe(marker('a'));
  });

  it('has the ground as its stop again when the marker is gone', async () => {
    await place({ a: [100, 300] });
    marker('a').focus();
    marker('a').remove();
    await Promise.resolve();
    expect(stops()).toEqual(['CANVAS']);
  });
});
